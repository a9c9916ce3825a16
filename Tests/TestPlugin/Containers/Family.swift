import TabPlugin

/// A view controller with a property that creates another view controller before this one has its number.
final class Family: ViewController {
    private let child = Child()
    private let later = Child()
    private let numbers = Label()

    override func viewDidLoad() {
        super.viewDidLoad()
        numbers.text = "\(number) \(child.number) \(later.number)"
        add(numbers, as: "Numbers")
    }
}

final class Child: ViewController {
    private let label = Label(text: "child")

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
    }
}
