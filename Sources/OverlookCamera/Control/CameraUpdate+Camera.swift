import Glibc
package import OverlookGeometry

extension CameraUpdate {
  /// The camera that the update makes of the one of `view`, within `limits`; that one itself when there is nothing to do.
  package func camera(from view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let camera = view.camera
    guard isValid else { return camera }
    switch kind {
    case .zoomBy(let levels, let point):
      return CameraStep(zoom: levels).camera(from: view, about: point, limits: limits)
    case .zoomTo(let zoom):
      return limits.clamped(camera.with(target: camera.target, zoom: zoom))
    case .target(let target, let zoom):
      return limits.clamped(camera.with(target: target, zoom: zoom ?? camera.zoom))
    case .camera(let camera):
      return limits.clamped(camera)
    case .fit(let bounds, let insets):
      return view.camera(fitting: bounds, insets: insets, limits: limits) ?? camera
    case .region(let center, let latitudeDelta, let longitudeDelta):
      return view.camera(
        showingLatitudes: latitudeDelta, longitudes: longitudeDelta, around: center, limits: limits) ?? camera
    case .scroll(let x, let y):
      return CameraStep(scrollX: x, scrollY: y).camera(from: view, about: nil, limits: limits)
    }
  }
}

extension CameraUpdate {
  /// Whether every number is finite and every place and camera valid; otherwise the update changes nothing.
  package var isValid: Bool {
    switch kind {
    case .zoomBy(let levels, let point): levels.isFinite && point?.isFinite != false
    case .zoomTo(let zoom): zoom.isFinite
    case .target(let target, let zoom): target.isValid && zoom?.isFinite != false
    case .camera(let camera): camera.isValid
    case .fit(let bounds, let insets): bounds.isValid && insets.isFinite
    case .region(let center, let latitudeDelta, let longitudeDelta):
      center.isValid && latitudeDelta.isFinite && longitudeDelta.isFinite
    case .scroll(let x, let y): x.isFinite && y.isFinite
    }
  }

  /// Whether what the update makes of a camera depends on the size of the view.
  var needsSize: Bool {
    switch kind {
    case .zoomBy(_, let point): point != nil
    case .fit, .region, .scroll: true
    case .zoomTo, .target, .camera: false
    }
  }
}

extension ViewTransform {
  /// North up and untilted, `bounds` in the middle of the view less its padding and `insets`, at the greatest zoom at which all
  /// of them is seen; the lowest zoom where no room is left. Nil when `bounds` is not valid.
  package func camera(fitting bounds: CoordinateBounds, insets: EdgeInsets, limits: CameraLimits) -> CameraPosition? {
    guard bounds.isValid else { return nil }
    let (southWest, northEast) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast))
    let width = bounds.longitudeSpan / 360
    let middle = WorldPoint(x: southWest.x + width / 2, y: (southWest.y + northEast.y) / 2)
    let insets = insets.clean
    let room = ScreenSize(
      width: size.width - padding.left - padding.right - insets.left - insets.right,
      height: size.height - padding.top - padding.bottom - insets.top - insets.bottom)
    guard room.width > 0, room.height > 0 else {
      return CameraPosition(target: middle.wrapped.coordinate, zoom: limits.minimumZoom)
    }
    let zoom = limits.clampedZoom(Self.zoom(showing: width, by: southWest.y - northEast.y, in: room))
    let pointsPerWorld = Mercator.pointsPerWorldAtZoom0 * exp2(zoom)
    // The middle of the room lies off the focus by half of what the insets differ.
    let target = WorldPoint(
      x: middle.x - (insets.left - insets.right) / 2 / pointsPerWorld,
      y: middle.y - (insets.top - insets.bottom) / 2 / pointsPerWorld)
    return CameraPosition(target: camera.target, zoom: zoom).withTarget(target)
  }

  /// North up and untilted over `center`, at the greatest zoom at which half of the degrees is seen to each side of it within the
  /// padding. Nil when something is not valid or not positive.
  package func camera(
    showingLatitudes latitudes: Double, longitudes: Double, around center: LocationCoordinate, limits: CameraLimits
  ) -> CameraPosition? {
    guard center.isValid, latitudes >= 0, longitudes >= 0, latitudes.isFinite, longitudes.isFinite else { return nil }
    let middle = WorldPoint(center)
    let north = WorldPoint(LocationCoordinate(latitude: center.latitude + latitudes / 2, longitude: 0))
    let south = WorldPoint(LocationCoordinate(latitude: center.latitude - latitudes / 2, longitude: 0))
    let room = ScreenSize(
      width: size.width - padding.left - padding.right, height: size.height - padding.top - padding.bottom)
    guard room.width > 0, room.height > 0 else { return CameraPosition(target: center, zoom: limits.minimumZoom) }
    let zoom = Self.zoom(
      showing: min(longitudes / 360, 1), by: 2 * max(middle.y - north.y, south.y - middle.y), in: room)
    return CameraPosition(target: center, zoom: limits.clampedZoom(zoom))
  }

  /// The zoom at which a piece of the world, in world units, just fits into `room`; infinite for a point.
  private static func zoom(showing width: Double, by height: Double, in room: ScreenSize) -> Double {
    log2(min(room.width / width, room.height / height) / Mercator.pointsPerWorldAtZoom0)
  }
}

extension CameraPosition {
  func with(target: LocationCoordinate, zoom: Double) -> CameraPosition {
    CameraPosition(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }
}

extension EdgeInsets {
  var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }

  /// Without negative numbers or ones that are not finite.
  package var clean: EdgeInsets {
    func clean(_ points: Double) -> Double { points > 0 ? min(points, ViewTransform.maximumSidePoints) : 0 }
    return EdgeInsets(top: clean(top), left: clean(left), bottom: clean(bottom), right: clean(right))
  }
}
