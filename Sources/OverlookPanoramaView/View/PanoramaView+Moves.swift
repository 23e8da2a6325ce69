import OverlookCamera
import OverlookControls
import OverlookInput
package import OverlookStreetScene
public import OverlookGeometry
public import OverlookPanorama

extension PanoramaView {
  /// Looks for the panorama nearest to a place, within `radius` metres, and shows it. A newer request takes the place of this one.
  public func moveNear(_ coordinate: LocationCoordinate, radius: Double = PanoramaService.defaultRadius) {
    guard let service else {
      delegate?.panoramaView(self, didFail: .notFound("the view has no service to ask"), toMoveNear: coordinate)
      return
    }
    moves.request(.near(coordinate)) { identified throws(PanoramaError) in
      let panorama = try await service.beside.request(near: coordinate, radius: radius)
      identified(panorama)
      return (panorama, try await service.provider.picture(of: panorama))
    }
  }

  /// Shows the panorama of a name. A newer request takes the place of this one.
  public func moveTo(panoramaID: String) { move(to: panoramaID, arrival: .sameAzimuth) }

  func move(to panoramaID: String, arrival: PanoramaLink.Arrival) {
    guard let service else {
      delegate?.panoramaView(self, didFail: .notFound("the view has no service to ask"), toMoveTo: panoramaID)
      return
    }
    delegate?.panoramaView(self, willMoveTo: panoramaID)
    moves.request(.name(panoramaID, arrival: arrival)) { [ahead] _ throws(PanoramaError) in
      if let known = ahead.known(panoramaID) { return known }
      let panorama = try await service.beside.request(id: panoramaID)
      return (panorama, try await service.provider.picture(of: panorama))
    }
  }

  /// Shows a panorama whose picture the service has.
  func show(_ panorama: Panorama) {
    guard let service else {
      delegate?.panoramaView(self, didFail: .notFound("the view has no service to ask"), toMoveTo: panorama.panoramaID)
      return
    }
    delegate?.panoramaView(self, willMoveTo: panorama.panoramaID)
    moves.request(.panorama(panorama.panoramaID)) { _ throws(PanoramaError) in
      (panorama, try await service.provider.picture(of: panorama))
    }
  }

  /// Asks the service for the picture of what is shown once more, because it would be another one now, and fades over to it when all of it
  /// is there. Forgets what was fetched of neighbours, and a renewal of which nothing is seen yet. False, and nothing done, while nothing is
  /// shown or a request is under way.
  @discardableResult public func renewPicture() -> Bool {
    guard let panorama, moves.canRenew else { return false }
    ahead.forget()
    show(panorama)
    return true
  }

  /// Shows a panorama with a picture of the app's own, at once.
  public func show(_ panorama: Panorama, picture: PanoramaPicture) {
    delegate?.panoramaView(self, willMoveTo: panorama.panoramaID)
    moves.cancel()
    arrive(panorama, picture, .panorama(panorama.panoramaID))
  }

  func clear() {
    guard panorama != nil || moves.isPending else { return }
    moves.clear()
    contentChanged()
    delegate?.panoramaView(self, didMoveTo: nil)
  }

  /// Takes what came of requests.
  func takeMoves() {
    for answer in moves.takeAnswers() {
      switch answer.outcome {
      case .identified(let panorama): delegate?.panoramaView(self, willMoveTo: panorama.panoramaID)
      case .found(let panorama, let picture): arrive(panorama, picture, answer.cause)
      case .failed(.cancelled): break
      case .failed(let error): tell(error, answer.cause)
      }
    }
  }

  private func tell(_ error: PanoramaError, _ cause: PanoramaMoves.Cause) {
    switch cause {
    case .near(let coordinate): delegate?.panoramaView(self, didFail: error, toMoveNear: coordinate)
    case .name(let name, _), .panorama(let name): delegate?.panoramaView(self, didFail: error, toMoveTo: name)
    }
  }

  private func arrive(_ panorama: Panorama, _ picture: PanoramaPicture, _ cause: PanoramaMoves.Cause) {
    let before = moves.current?.panorama
    moves.show(panorama, picture, walks: walksThroughStreets)
    turn(for: panorama, from: before, cause.arrival)
    contentChanged()
    delegate?.panoramaView(self, didMoveTo: panorama)
    if case .near(let coordinate) = cause { delegate?.panoramaView(self, didMoveTo: panorama, near: coordinate) }
  }

  private func turn(for panorama: Panorama, from before: Panorama?, _ arrival: PanoramaLink.Arrival) {
    switch arrival {
    case .initial: if let camera = panorama.initialCamera { self.camera = camera }
    case .orientation(let orientation):
      self.camera = PanoramaCamera(orientation: orientation, zoom: camera.zoom, fov: camera.fov)
    case .sameYaw:
      let turn = panorama.pose.heading - (before?.pose.heading ?? panorama.pose.heading)
      motion.camera.orientation.heading += turn
      noteRest()
    case .sameAzimuth:
      guard before == nil, !isCameraChosen, let camera = panorama.initialCamera else { return }
      motion.camera = camera
      noteRest()
    }
  }

  /// The picture of the view's panorama cannot be had: what is seen stays.
  func giveUp(_ error: PanoramaError) {
    guard let lost = moves.current?.panorama else { return }
    moves.goBack()
    contentChanged()
    delegate?.panoramaView(self, didFail: error, toMoveTo: lost.panoramaID)
    delegate?.panoramaView(self, didMoveTo: panorama)
  }

  private func contentChanged() {
    credits.credits = [panorama?.credit ?? ""]
    compass.links = panorama?.links.map(\.heading) ?? []
    compass.isNorthKnown = panorama?.isNorthKnown ?? true
    links.hovered = nil
    isRenderingTold = false
    askForSurroundings()
    fetchAhead()
    setNeedsDisplay()
  }

  // MARK: Walking

  /// Goes along a link: turns there first where that is asked for, while the panorama is fetched.
  func walk(along link: PanoramaLink, turning: Bool) {
    let turn = abs(Angle.shortestTurn(fromDegrees: camera.orientation.heading, toDegrees: link.heading))
    if walksThroughStreets, turning, link.arrival == .sameAzimuth, turn > 2, panorama?.coordinate != nil {
      var goal = camera
      goal.orientation.heading = link.heading
      layer.removeAllAnimations()
      // 20 turns a minute, and never so quick that it is a jump.
      motion.start(.ease(to: goal, seconds: max(turn / 120, 0.25)))
      turnsToWalk = true
      setNeedsDisplay()
    }
    move(to: link.panoramaID, arrival: link.arrival)
  }

  /// Neighbours, those that one looks to first.
  private func fetchAhead() {
    guard let service, let links = panorama?.links else { return ahead.stop() }
    let heading = camera.orientation.heading
    func turn(_ link: PanoramaLink) -> Double { abs(Angle.shortestTurn(fromDegrees: heading, toDegrees: link.heading)) }
    ahead.fetch(links.sorted { turn($0) < turn($1) }.map(\.panoramaID), from: service.provider)
  }

  func askForSurroundings() {
    guard let streets, let panorama, let place = panorama.coordinate else { return surroundings.stop() }
    surroundings.ask(
      streets, panorama.panoramaID, place: place, height: panorama.heightMeters ?? StreetSurroundings.usualHeight)
  }

  /// What stands around the panorama that is shown; nil while nobody knows.
  package var currentSurroundings: StreetSurroundings? {
    get { moves.current?.surroundings }
    set {
      moves.current?.surroundings = newValue
      setNeedsDisplay()
    }
  }

  /// Takes what is known of the street around the panorama.
  func takeSurroundings() {
    guard let found = surroundings.take(), let current = moves.current, current.panorama.panoramaID == found.panoramaID else {
      return
    }
    current.surroundings = found.surroundings
    setNeedsDisplay()
  }
}
