import TabPlugin

/// A view controller whose property holds another one, made before it has its own number.
final class Family: ViewController {
    private let child = Child()
    private let later = Child()
    private let numbers = Label()

    override func viewDidLoad() {
        super.viewDidLoad()
        numbers.identifier = "Numbers"
        numbers.text = "\(number) \(child.number) \(later.number)"
        view.addSubview(numbers)
    }
}

final class Child: ViewController {
    private let label = Label(text: "child")

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
    }
}
