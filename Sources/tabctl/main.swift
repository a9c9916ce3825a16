internal import TabControl

Tabctl.main()
