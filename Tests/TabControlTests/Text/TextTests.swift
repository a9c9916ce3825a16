internal import TestSupport

@testable import TabControl

@Suite struct TextTests {
    @Test func `JSON is one line with the required escapes`() {
        let value: JSON = [
            "text": .string("\"a\\\n\u{1B}ä"), "list": .array([.integer(-1), .number(1.5), .number(2), .bool(true)]),
            "none": .null, "infinite": .number(.infinity),
        ]
        #expect(
            value.text
                == #"{"text":"\"a\\\n\u001bä","list":[-1,1.5,2,true],"none":null,"infinite":null}"#)
    }

    @Test func `values of the bus keep their order in JSON`() {
        let value = ["b": Variant.uint32(1), "a": .structure([.string("x"), .objectPath("/")])].variant
        #expect(JSON(value).text == #"{"a":["x","/"],"b":1}"#)
        #expect(JSON(properties: ["ProcessId": .uint32(7)]).text == #"{"processId":7}"#)
    }

    @Test func `a signal is one line without control characters`() {
        let signal = SignalContent(
            path: "/a", interface: "org.tabd.Tabs1.TabBar", member: "ItemTapped",
            arguments: [.uint32(1), .string("x\ny\u{1B}")])
        #expect(signal.text == #"/a TabBar.ItemTapped 1 "x\ny\u001b""#)
        let json = #"{"path":"/a","interface":"org.tabd.Tabs1.TabBar","member":"ItemTapped","#
        #expect(signal.json.text == json + #""arguments":[1,"x\ny\u001b"]}"#)
    }

    @Test func `JSON has null for NSNotFound, the unknown arrow direction and the null rectangle`() {
        #expect(JSON(.int64(TabNames.notFound)) == .null)
        #expect(JSON(.int64(.max - 1)).text == "9223372036854775806")
        #expect(JSON(.uint64(.max)) == .null)
        #expect(JSON(DBusRect.null.variant) == .null)
        #expect(JSON(DBusRect.zero.variant).text == "[0,0,0,0]")
        #expect(JSON(["x": Variant.int64(TabNames.notFound)].variant).text == #"{"x":null}"#)
    }

    @Test func `the session bus is found as specified`() {
        func address(_ environment: [String: String]) -> String? { BusAddress.session { environment[$0] } }
        #expect(address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/b"]) == "unix:path=/a")
        #expect(address(["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/b c"]) == "unix:path=/b%20c/bus")
        #expect(address([:]) == nil)
    }

    @Test func `an error has the exit code of its cause`() {
        func status(_ name: String, _ message: String = "") -> Int32 {
            ControlError(DBusError(name: name, message: message)).status
        }
        #expect(status("org.freedesktop.DBus.Error.ServiceUnknown") == 69)
        #expect(status("org.freedesktop.DBus.Error.Spawn.ChildExited") == 69)
        #expect(status("org.freedesktop.DBus.Error.Disconnected") == 69)
        #expect(status("org.freedesktop.DBus.Error.NoReply") == 75)
        #expect(status("org.freedesktop.DBus.Error.NoReply", "Message recipient disconnected") == 69)
        #expect(status("org.tabd.Tabs1.Error.OutOfRange") == 1)
        #expect(status("org.freedesktop.DBus.Error.UnknownObject") == 1)
    }

    @Test func `an error has its D-Bus name only if requested`() {
        let error = ControlError(DBusError.outOfRange("tab 7 does not exist"))
        #expect(error.message == "tab 7 does not exist")
        #expect(error.verboseMessage == "org.tabd.Tabs1.Error.OutOfRange: tab 7 does not exist")
        #expect(error.withMessage("no").verboseMessage == "org.tabd.Tabs1.Error.OutOfRange: no")
        let own = ControlError.noBus(": DBUS_SESSION_BUS_ADDRESS is not set")
        #expect(own.verboseMessage == own.message)
    }

    @Test func `columns are as wide as their widest text`() {
        #expect(Output.table([["a", "bb", "c"], ["世界", "", "d"]]) == "a     bb  c\n世界      d\n")
        #expect(Output.table([]) == "")
        #expect(Output.table([["x", "1"]], under: ["NAME", "N"]) == "NAME  N\nx     1\n")
        #expect(Output.table([["x", "1"]], under: []) == "x  1\n")
        #expect(Output.table([], under: ["NAME"]) == "")
    }
}
