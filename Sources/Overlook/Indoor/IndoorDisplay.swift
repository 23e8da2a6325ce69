/// What an indoor display tells its owner; every method is optional. Main thread.
@MainActor public protocol IndoorDisplayDelegate: AnyObject {
  /// Another building, or none, lies in the middle of the view. `activeLevel` is the new building's already.
  func indoorDisplay(_ display: IndoorDisplay, didChangeActiveBuilding building: IndoorBuilding?)
  /// Another level is shown of the active building, whoever chose it.
  func indoorDisplay(_ display: IndoorDisplay, didChangeActiveLevel level: IndoorLevel?)
}

extension IndoorDisplayDelegate {
  /// Does nothing.
  public func indoorDisplay(_ display: IndoorDisplay, didChangeActiveBuilding building: IndoorBuilding?) {}
  /// Does nothing.
  public func indoorDisplay(_ display: IndoorDisplay, didChangeActiveLevel level: IndoorLevel?) {}
}

/// Which level of which building a map shows. Each building keeps the level that was chosen for it until
/// `MapView.isIndoorEnabled` is turned off. Main thread.
@MainActor public final class IndoorDisplay {
  /// Told of changes; held weakly.
  public weak var delegate: (any IndoorDisplayDelegate)?

  /// The building in the middle of the view; nil where there is none, and when seen from too far.
  public private(set) var activeBuilding: IndoorBuilding?

  /// The level that is shown of the active building; nil without one, and while an underground one is hidden.
  ///
  /// To be set to a level of `activeBuilding`, or, where that is underground, to nil; anything else is ignored.
  public var activeLevel: IndoorLevel? {
    get { activeBuilding.flatMap(shownLevel) }
    set {
      guard let activeBuilding, newValue != activeLevel else { return }
      guard newValue.map(activeBuilding.levels.contains) ?? activeBuilding.isUnderground else { return }
      choices[activeBuilding] = .some(newValue)
      onChange()
      delegate?.indoorDisplay(self, didChangeActiveLevel: activeLevel)
    }
  }

  /// Called after each change of what is shown, before the delegate is.
  var onChange: () -> Void = {}
  /// What was chosen; a nil within for a building that is hidden.
  private var choices: [IndoorBuilding: IndoorLevel?] = [:]

  init() {}

  /// The level that is shown of a building; nil for a hidden one.
  func shownLevel(of building: IndoorBuilding) -> IndoorLevel? {
    choices[building] ?? building.levels[building.defaultLevelIndex]
  }

  /// Another building is in the middle of the view, or none.
  func focus(on building: IndoorBuilding?) {
    guard building != activeBuilding else { return }
    let before = activeLevel
    activeBuilding = building
    onChange()
    delegate?.indoorDisplay(self, didChangeActiveBuilding: building)
    if activeLevel != before { delegate?.indoorDisplay(self, didChangeActiveLevel: activeLevel) }
  }

  /// Leaves the building and forgets what was chosen.
  func reset() {
    choices = [:]
    focus(on: nil)
  }
}
