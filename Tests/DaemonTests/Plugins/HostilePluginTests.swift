import TestSupport

/// A plugin that passes invalid data to its host: it gets the status that the header documents, and nothing changes.
@Suite(.bus) struct HostilePluginTests {
    /// `tab_status`.
    private enum Status: Int {
        case ok, failed, wrongThread, notSupported, invalidArgs, invalidArgument, outOfRange, limitsExceeded, notFound
    }

    private static func all(_ status: Status, _ names: String) -> [(String, Status)] {
        names.split(separator: " ").map { (String($0), status) }
    }

    private static let views =
        all(
            .invalidArgument,
            """
            class_unknown class_empty class_null class_with_zero class_changed parent_unknown parent_none parent_itself \
            parent_inside id_zero id_used id_twice root_moved root_removed unknown_removed frame_nan frame_infinite \
            frame_negative mask child_first identifier_twice half_good views_null removed_null views_endless \
            property_unknown property_choice property_twice property_name_null properties_null properties_endless \
            progress_nan chart_nan pixels_wrong
            """)
        + all(.invalidArgs, "property_wrong_type property_variant") + all(.outOfRange, "row_outside")
        + all(.limitsExceeded, "too_many too_deep text_long pixels_many")

    private static let values =
        all(
            .invalidArgument,
            """
            tag_unknown tag_zero tag_huge value_text_null value_text_zero value_text_not_utf8 value_text_endless \
            path_invalid signature_invalid array_lies array_of_two array_of_nothing array_open array_null \
            array_endless bytes_null bytes_endless structure_null structure_empty variant_null dictionary_null \
            dictionary_endless dictionary_key dictionary_lies nested_33 nested_100 nested_in_itself
            """)
        // Well formed, but not a text.
        + all(.invalidArgs, "nested_32")

    private static let calls =
        all(
            .invalidArgument,
            """
            title_with_zero title_not_utf8 title_overlong title_surrogate title_cut_off title_null title_endless \
            item_null item_title_null item_half_good item_image item_color timer_without_function timer_without_number \
            during_create_views values_null values_endless values_name_null values_name_unknown values_twice \
            values_system_item
            """)
        + all(
            .notFound,
            """
            controller_none controller_unknown controller_of_others controller_destroyed title_destroyed \
            item_destroyed during_create_unknown during_destroy timer_zero timer_unknown values_of_unknown
            """)
        + all(.invalidArgs, "values_type") + all(.ok, "during_create timer_far")
        + all(.limitsExceeded, "title_long item_title_long item_badge_long")

    private static let containers =
        all(
            .invalidArgument,
            """
            navigation_null navigation_title_null navigation_items_null navigation_items_endless navigation_id_zero \
            navigation_id_twice navigation_image create_without_number create_type_null containers_null tabs_null \
            tabs_endless key_null scheme_null clock_without_function clock_without_number navigation_without_number \
            navigation_class_null navigation_root_unknown popover_name_null present_unknown \
            toolbar_null toolbar_endless toolbar_id_twice toolbar_hidden_null
            """)
        + all(
            .invalidArgs,
            """
            create_arguments create_malformed answer_null set_popover_null set_popover_malformed present_popover_text \
            present_popover_malformed
            """)
        + all(.notSupported, "popover_delegate_kind") + all(.failed, "present_itself")
        + all(
            .notFound,
            """
            navigation_unknown destroy_own destroy_unknown containers_unknown push_from_unknown pop_unknown \
            select_unknown pop_to_unknown tabs_of_unknown index_of_unknown selected_of_unknown read_unknown \
            delegate_unknown answer_unknown key_unknown scheme_unknown popover_none popover_unknown set_popover_none \
            set_popover_unknown popover_delegate_none popover_delegate_unknown toolbar_unknown toolbar_hidden_none \
            hide_toolbar_unknown
            """)
        + all(.ok, "clock_far")

    private static let alerts =
        all(.invalidArgument, "content_empty style_unknown action_style actions_cancel actions_preferred")
        + all(
            .invalidArgs,
            """
            content_null content_text content_malformed content_entries_null style_number title_number message_null \
            key_unknown actions_number actions_endless
            """)
        + all(.limitsExceeded, "actions_many") + all(.notFound, "presenter_unknown")

    private static let cases = [
        "hostile_views": views, "hostile_values": values, "hostile_calls": calls, "hostile_containers": containers,
        "hostile_alerts": alerts,
    ]

    @Test(arguments: [
        ("hostile_views", "in-process"), ("hostile_values", "in-process"), ("hostile_calls", "in-process"),
        ("hostile_containers", "in-process"), ("hostile_alerts", "in-process"), ("hostile_alerts", "process"),
    ])
    @EventLoop func `invalid data is refused with its status, and changes nothing`(
        id: String, isolation: String
    ) async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let cases = try #require(Self.cases[id])
        let stage = try await PluginStage {
            try CPlugin.build(id, in: $0)
            try CPlugin.build("echo", classes: ["Echo"], in: $0)
        }
        let mortal = try await stage.create("\(id).Main")
        try await stage.client.manager.destroy(mortal)
        let controller = try await stage.create("\(id).Main")
        let other = try await stage.create("echo.Echo")
        let before = try await stage.state(of: controller)
        let otherBefore = try await stage.state(of: other)
        #expect(before["Views"] != nil)
        var results: [String: String] = [:]
        for (name, _) in cases {
            stage.client.clearSignals()
            try await stage.run(name, of: controller)
            let after = try await stage.state(of: controller)
            let changed = after.filter { before[$0.key] != $0.value }
            #expect(changed.isEmpty, "\(name) has changed something")
            #expect(stage.client.signals.isEmpty, "\(name) was told of")
            try await stage.run("report", of: controller)
            results[name] = try await stage.texts(of: controller)["Result"]
            try await stage.run("clear", of: controller)
        }
        for (name, status) in cases { #expect(results[name] == "\(status.rawValue)", "\(name)") }
        #expect(try await stage.state(of: other) == otherBefore)
    }
}
