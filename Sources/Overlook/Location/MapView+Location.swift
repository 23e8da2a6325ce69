import Observation
public import OverlookCamera
public import OverlookLocation

// The own location on the map, and a camera that follows it; with or without a navigator.
extension MapView {
  /// Whether the own location is drawn, as a dot with a circle of its accuracy and a cone of its course. Default false. Needs a
  /// `locationProvider`, which runs from then on.
  public var isMyLocationEnabled: Bool {
    get { watched(\.isMyLocationEnabled, standard.ownLocation.isEnabled) }
    set { change(\.isMyLocationEnabled) { standard.ownLocation.isEnabled = newValue } }
  }

  /// Where the own location is drawn: the last fix, or the place on the road where a navigator that guides shows it; nil while it is not
  /// drawn or not known. Observable.
  public var myLocation: LocationFix? {
    observation.access(self, keyPath: \.myLocation)
    return standard.ownLocation.location
  }

  /// Who says where one is. Default nil: nobody, nothing is asked. One provider may serve several maps and navigators.
  public var locationProvider: (any LocationProvider)? {
    get { watched(\.locationProvider, standard.ownLocation.provider) }
    set { change(\.locationProvider) { standard.ownLocation.provider = newValue } }
  }

  /// What leads the camera: people and the program, the own location, or the route of the navigator. A gesture and a camera that is
  /// set make it free again. Default `free`. Observable.
  public var cameraMode: CameraMode {
    get {
      observation.access(self, keyPath: \.cameraMode)
      return standard.ownLocation.follower.mode
    }
    set {
      standard.ownLocation.follower.begin(newValue)
      requestFrame(.animation)
    }
  }

  /// How the camera looks while it follows; changed, it goes over from one to the other. Default `topDownNorthUp`. Observable.
  public var followingPerspective: FollowingPerspective {
    get {
      observation.access(self, keyPath: \.followingPerspective)
      return standard.ownLocation.follower.perspective
    }
    set {
      standard.ownLocation.follower.perspective = newValue
      requestFrame(.animation)
    }
  }

  /// Connects the own location with who watches the map; once, when it comes onto it.
  func connectLocation() {
    standard.ownLocation.onFix = { [weak self] in
      guard let self else { return }
      observation.withMutation(of: self, keyPath: \.myLocation) {}
    }
    standard.ownLocation.follower.onChange = { [weak self] in
      guard let self else { return }
      observation.withMutation(of: self, keyPath: \.cameraMode) {}
      observation.withMutation(of: self, keyPath: \.followingPerspective) {}
      requestFrame(.interface)
    }
  }
}
