internal import TabWindow

TabWindow.main()
