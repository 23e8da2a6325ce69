print("overlook")
