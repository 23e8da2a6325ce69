package import OverlookControls
import OverlookGeometry
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// The controls of guidance, and what they say.
@MainActor final class NavigationPanels {
  let header = GuidanceHeader()
  let card = ArrivalCard()
  let speed = SpeedPanel()
  let steps = StepListPanel()
  let preview = RoutePreviewPanel()
  let recenter = Button(localized("Re-centre"), at: .corner(.bottomLeft, x: 12, y: 0))

  /// Points from the upper edge that belong to something else.
  var top = GuidanceHeader.margin

  private static let wide = 900.0

  init() {
    recenter.size = ScreenSize(width: 128, height: 38)
    recenter.level = .panel
    recenter.sign = { canvas, square, palette in ControlSigns.pointer(canvas, square, palette.accent, degrees: 45) }
  }

  var controls: [any Control] { [speed, card, steps.sheet, preview.sheet, header] }

  /// What of the view is covered: a strip at the left where there is room, else above and below.
  func insets(in area: ControlArea) -> EdgeInsets {
    let isShown = header.frame(in: area) != nil || preview.isOpen || card.frame(in: area) != nil
    guard isShown else { return .zero }
    if area.freeRect.size.width >= Self.wide { return EdgeInsets(top: 0, left: 404, bottom: 0, right: 0) }
    let above = max(header.bottom(in: area), preview.isOpen ? 200 : 0)
    let below = card.frame(in: area) == nil ? 0 : ArrivalCard.bottom + ArrivalCard.height
    return EdgeInsets(top: above, left: 0, bottom: below, right: 0)
  }

  func lay(in area: ControlArea) {
    if header.top != top { header.top = top }
    let below = promptTop(in: area)
    let bottom = card.content == nil ? 40 : ArrivalCard.bottom + ArrivalCard.height + (speed.frame(in: area) == nil ? 12 : 78)
    let previewBottom =
      preview.isOpen ? preview.sheet.frame(in: area).map { $0.origin.y + $0.size.height - area.insets.top + 8 } : nil
    steps.lay(top: previewBottom ?? below, bottom: bottom, in: area)
    let y = bottom + (speed.frame(in: area) == nil ? 0 : -4)
    let place = ControlPlacement.corner(.bottomLeft, x: 12, y: y)
    if recenter.placement != place { recenter.placement = place }
  }

  /// Where a prompt lies: below the header.
  func promptTop(in area: ControlArea) -> Double {
    header.frame(in: area).map { $0.origin.y + $0.size.height - area.insets.top + 8 } ?? top
  }

  /// Routes to choose from, while there is no guidance.
  func showRoutes(_ navigator: Navigator) {
    let isWanted = !navigator.wantsGuidance && !navigator.routes.isEmpty && navigator.navigationUISettings.routePreview
    steps.steps = navigator.session.map { Self.steps(of: $0, navigator) } ?? []
    guard isWanted else {
      preview.isOpen = false
      return
    }
    preview.show(navigator.routeChoices, title: navigator.destinations.last?.title ?? localized("Route"), top: top)
  }

  private static func steps(of session: NavigationSession, _ navigator: Navigator) -> [StepListPanel.Step] {
    let speech = GuidanceSpeech(language: navigator.language, units: navigator.units)
    let legs = session.route.legs
    return legs.indices.flatMap { leg in
      legs[leg].steps.map { step in
        StepListPanel.Step(
          picture: picture(step, navigator), text: speech.list(for: step, stop: leg == legs.count - 1 ? nil : leg + 1),
          distance: step.distance > 0 ? speech.shortDistance(step.distance) : "")
      }
    }
  }

  static func picture(_ step: RouteStep, _ navigator: Navigator) -> ManeuverPicture {
    ManeuverPicture(
      step.maneuver.kind, step.maneuver.modifier, exit: step.maneuver.exit, isFerry: step.isFerry,
      drivesOnLeft: navigator.drivesOnLeft)
  }

  /// Brings all to where the traveller is.
  func show(_ navigator: Navigator, notice: String, mayShowHeader: Bool, mayShowCard: Bool) {
    let settings = navigator.navigationUISettings
    guard let progress = navigator.session?.progress, navigator.wantsGuidance else {
      header.show(nil, notice: preview.isOpen || !mayShowHeader ? "" : notice)
      card.show(nil)
      speed.show(speed: nil, limit: nil, isTooFast: false)
      return
    }
    let speech = GuidanceSpeech(language: navigator.language, units: navigator.units)
    let isHeaderShown = settings.navigationHeader && mayShowHeader
    header.show(
      isHeaderShown && !progress.isOffRoute ? content(progress, navigator, speech) : nil,
      notice: !isHeaderShown ? "" : progress.isOffRoute ? localized("Looking for another route …") : notice)
    if settings.etaCard, mayShowCard, let rest = progress.toDestination {
      card.show(
        ArrivalCard.Content(
          time: MeasureFormat.current.duration(rest.time), distance: speech.shortDistance(rest.distance),
          arrival: TimeFormat.current.clock(secondsSince1970: navigator.now() + rest.time)))
    } else {
      card.show(nil)
    }
    let isImperial = navigator.units != .metric
    let format = MeasureFormat(units: isImperial ? .imperial : .metric)
    speed.unit = format.speedUnit
    speed.show(
      speed: settings.speedometer && !progress.mode.isPedestrian ? Self.number(format.speedNumber(progress.speed)) : nil,
      limit: settings.speedometer ? progress.speedLimit.flatMap { Self.number(format.speedNumber($0 / 3.6)) } : nil,
      isTooFast: progress.speeding != .none)
    if card.hasSearch != (navigator.onSearchByHand != nil) { card.hasSearch = navigator.onSearchByHand != nil }
    steps.current = currentStep(progress, navigator)
  }

  private static func number(_ value: Double) -> Int? {
    value.isFinite && value >= 0 && value < 1000 ? Int(exactly: value.rounded()) : nil
  }

  private func currentStep(_ progress: NavigationProgress, _ navigator: Navigator) -> Int? {
    guard let legs = navigator.session?.route.legs, legs.indices.contains(progress.legIndex) else { return nil }
    return legs.prefix(progress.legIndex).reduce(0) { $0 + $1.steps.count } + progress.stepIndex
      + (progress.nextStep == nil ? 0 : 1)
  }

  private func content(
    _ progress: NavigationProgress, _ navigator: Navigator, _ speech: GuidanceSpeech
  ) -> GuidanceHeader.Content {
    let step = progress.nextStep ?? progress.step
    let legs = navigator.session?.route.legs.count ?? 1
    let stop = progress.legIndex == legs - 1 ? nil : progress.legIndex + 1
    let name = step.name.isEmpty ? step.ref : step.name
    let isPlace = step.maneuver.kind == .arrive
    let sign = step.destinations.prefix(2).joined(separator: ", ")
    let details = [step.name.isEmpty || step.ref == step.name ? "" : step.ref, sign].filter { !$0.isEmpty }
    return GuidanceHeader.Content(
      picture: Self.picture(step, navigator), distance: speech.shortDistance(progress.distanceToManeuver),
      text: isPlace
        ? navigator.destinations.first?.title ?? speech.banner(for: step, stop: stop)
        : name.isEmpty ? speech.banner(for: step, stop: stop) : name,
      detail: isPlace ? "" : details.joined(separator: " · "), lanes: progress.lanes,
      next: progress.stepAfterNext.map { Self.picture($0, navigator) },
      nextText: progress.stepAfterNext == nil ? "" : speech.shortDistance(step.distance))
  }
}

extension Navigator {
  /// The routes to choose from: of each how long it takes, how far it is and over which road.
  package var routeChoices: [RoutePreviewPanel.Choice] {
    let speech = GuidanceSpeech(language: language, units: units)
    return routes.map { route in
      let distance = speech.shortDistance(route.distance)
      return RoutePreviewPanel.Choice(
        time: MeasureFormat.current.duration(route.duration),
        detail: Self.mainRoad(of: route).map { "\(distance) · \($0)" } ?? distance)
    }
  }

  /// The road with a name that a route is on for longest.
  private static func mainRoad(of route: Route) -> String? {
    var lengths: [String: Double] = [:]
    for step in route.legs.flatMap(\.steps) {
      let name = step.name.isEmpty ? step.ref : step.name
      if !name.isEmpty { lengths[name, default: 0] += step.distance }
    }
    return lengths.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
