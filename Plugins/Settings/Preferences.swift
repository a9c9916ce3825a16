/// The preferences with their default values.
struct Preferences: Hashable, Sendable {
    var style = Style.automatic
    var accentColor = AccentColor.blue
    /// The text size in percent.
    var textSize = 100
    /// The volume in percent.
    var volume = 50
    var isMuted = false
    var playsAlertSounds = true
    var doNotDisturb = false
    var showsPreviews = true
    /// The languages in order of preference; never empty.
    var languages = [Language.english]
    var region = Region.automatic
    var uses24HourTime = true

    static let textSizes = 80...200
    static let volumes = 0...100

    enum Style: String, CaseIterable, FileValue {
        case automatic, light, dark

        var title: String {
            switch self {
            case .automatic: "Automatic"
            case .light: "Light"
            case .dark: "Dark"
            }
        }
    }

    enum AccentColor: String, CaseIterable, FileValue {
        case blue, green, orange, red, gray

        var title: String {
            switch self {
            case .blue: "Blue"
            case .green: "Green"
            case .orange: "Orange"
            case .red: "Red"
            case .gray: "Grey"
            }
        }

        /// The name of the system colour.
        var color: String {
            switch self {
            case .blue: "systemBlue"
            case .green: "systemGreen"
            case .orange: "systemOrange"
            case .red: "systemRed"
            case .gray: "systemGray"
            }
        }
    }

    /// A language with its ISO 639 code.
    enum Language: String, CaseIterable, FileValue {
        case german = "de"
        case english = "en"
        case spanish = "es"
        case french = "fr"
        case hindi = "hi"
        case japanese = "ja"
        case portuguese = "pt"

        /// The name of the language in the language itself.
        var title: String {
            switch self {
            case .german: "Deutsch"
            case .english: "English"
            case .spanish: "Español"
            case .french: "Français"
            case .hindi: "हिन्दी"
            case .japanese: "日本語"
            case .portuguese: "Português"
            }
        }
    }

    /// A region with its ISO 3166 code; `automatic` is the region of the locale.
    enum Region: String, CaseIterable, FileValue {
        case automatic
        case brazil = "BR"
        case canada = "CA"
        case france = "FR"
        case germany = "DE"
        case india = "IN"
        case japan = "JP"
        case mexico = "MX"
        case portugal = "PT"
        case spain = "ES"
        case switzerland = "CH"
        case unitedKingdom = "GB"
        case unitedStates = "US"

        var title: String {
            switch self {
            case .automatic: "Automatic"
            case .brazil: "Brazil"
            case .canada: "Canada"
            case .france: "France"
            case .germany: "Germany"
            case .india: "India"
            case .japan: "Japan"
            case .mexico: "Mexico"
            case .portugal: "Portugal"
            case .spain: "Spain"
            case .switzerland: "Switzerland"
            case .unitedKingdom: "United Kingdom"
            case .unitedStates: "United States"
            }
        }
    }
}
