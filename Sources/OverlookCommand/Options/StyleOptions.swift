import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// What the map is drawn with.
struct StyleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A MapLibre style in the place of the embedded map: a file, an http or https address, or one of day, night, satellite-hybrid, terrain.",
      valueName: "style"))
  var style: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Another value of a variable of the --style, such as accent-color=#1fa37a or label-density=0.6. May be repeated.",
      valueName: "name=value"), transform: StyleVariable.init)
  var variables: [StyleVariable] = []

  @Option(help: ArgumentHelp("Language of labels, as a BCP 47 tag such as fi or zh-Hant.", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "Shows traffic: GeoJSON of lines with \"congestion\" (low, moderate, heavy, severe) or \"closed\" and of points with \"incident\", in a file or at an http or https address; kept up to date.",
      valueName: "place"))
  var traffic: String?

  @Option(
    help: ArgumentHelp(
      "Shows the insides of buildings, from zoom 17 on: an IMDF folder, or a GeoJSON file of OpenStreetMap data with \"indoor\" and \"level\". May be repeated.",
      valueName: "path"))
  var indoor: [String] = []

  @Option(
    help: ArgumentHelp(
      "Light and shadows: off (the style's light, the default), style (the same, with shadows), now (the Sun at --time, or at the present moment), or a time such as 2026-06-21T12:00:00Z.",
      valueName: "light"))
  var sunLight: SunLightArgument?

  @Option(help: ArgumentHelp("A glTF model (.glb or .gltf) that stands at --center, its front to the north.", valueName: "file"))
  var model: String?

  func validate() throws {
    if style == nil, !variables.isEmpty { throw ValidationError("--set needs --style, whose variables it sets") }
    if case .date(let date)? = sunLight?.light, let fault = TimeArgument.skyFault(date) {
      throw ValidationError("--sun-light: \(fault)")
    }
  }
}

/// A variable of a style on the command line, `name=value`: a number, true, false, or a text.
struct StyleVariable {
  let name: String
  let value: FeatureValue

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, parts.count == 2, !name.isEmpty else {
      throw ValidationError("--set '\(OutsideText.cleaned(text))': NAME=VALUE was expected")
    }
    self.name = name
    value =
      switch parts[1] {
      case "true": .bool(true)
      case "false": .bool(false)
      default: Double(parts[1]).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(parts[1])
      }
  }
}

extension StyleOptions {
  /// Whether a server must be asked for the style.
  var isOnServer: Bool { style.map { TileSource.isDescribedByServer($0) } ?? false }

  /// The style that the command line names; nil for none. Throws when it cannot be used, or does not come in time.
  @MainActor func open(_ services: TileServices, timeoutSeconds: Double) throws(CommandFailure) -> MapStyle? {
    guard let style else { return nil }
    let seconds = SourceOpening.patience(with: style, timeoutSeconds)
    guard let outcome = outcome(services, timeoutSeconds: seconds) else { throw SourceOpening.noAnswer(style, seconds) }
    return try outcome.get()
  }

  /// What opening the style gives, nil for none that was named; nil as well when it takes longer than `timeoutSeconds`.
  func outcome(_ services: TileServices, timeoutSeconds: Double) -> Result<MapStyle?, CommandFailure>? {
    let (style, values) = (style, values)
    return Awaited.result(timeoutSeconds: timeoutSeconds) { () async throws(CommandFailure) in
      try await Self.outcome(of: style, values, services).get()
    }
  }

  /// What opening the style gives, however long it takes.
  func outcome(_ services: TileServices) async -> Result<MapStyle?, CommandFailure> {
    await Self.outcome(of: style, values, services)
  }

  /// Gives the map what is drawn beside its style. Throws when a file cannot be used.
  @MainActor func addSupplements(to map: MapView) throws(CommandFailure) {
    do throws(TrafficSource.Problem) {
      map.trafficSource = try traffic.map { place throws(TrafficSource.Problem) in try TrafficSource.open(place) }
      map.isTrafficEnabled = traffic != nil
    } catch {
      throw CommandFailure(description: "\(error)")
    }
    do throws(IndoorPlan.Problem) {
      var plans: [IndoorPlan] = []
      for path in indoor {
        let plan = try IndoorPlan(path: path, language: language)
        for text in plan.warnings { Report.warning("\(path): \(text)") }
        plans.append(plan)
      }
      map.indoorPlans = plans
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  /// Lights the map as the command line says; `time`: what its clock shows, where that is a time. Throws where no Sun is known of it.
  @MainActor func light(_ map: MapView, time: String?) throws(CommandFailure) {
    if let date = TimeArgument.date(time) { map.clock.date = date }
    guard let sunLight else { return }
    if sunLight.light == .now, let fault = TimeArgument.skyFault(map.clock.date) {
      throw CommandFailure(description: "--time: \(fault)", status: 2)
    }
    map.sunLight = sunLight.light
    if case .date(let date) = sunLight.light {
      // The controls of time then move it.
      map.clock.date = date
      map.sunLight = .now
    }
    map.clock.showsControls = !map.isStill && sunLight.light != .off && sunLight.light != .style
  }

  /// Has the model that the command line names stand at `place`. Throws when there is no place, or the file cannot be used.
  @MainActor func addModel(to map: MapView, at place: LocationCoordinate?) throws(CommandFailure) {
    guard let path = model else { return }
    guard let place else { throw CommandFailure(description: "--model needs --center, where it is to stand") }
    do throws(Model.Problem) {
      let model = try Model(path: path)
      for text in model.warnings { Report.warning("\(path): \(text)") }
      ModelOverlay(model: model, position: place).map = map
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  /// A style with the variables that the command line sets. Throws where it has no such variable.
  func varied(_ style: MapStyle) throws(CommandFailure) -> MapStyle {
    do throws(MapStyle.Problem) {
      return try style.setting(values)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  /// Of several values of one variable, the last counts.
  private var values: [String: FeatureValue] { Dictionary(variables.map { ($0.name, $0.value) }) { $1 } }

  private static func outcome(
    of style: String?, _ values: [String: FeatureValue], _ services: TileServices
  ) async -> Result<MapStyle?, CommandFailure> {
    guard let style else { return .success(nil) }
    do throws(MapStyle.Problem) {
      return .success(try await MapStyle.open(style, services: services).setting(values))
    } catch {
      return .failure(CommandFailure(description: "\(error)"))
    }
  }
}

extension CameraOptions {
  /// Where a style wants to be looked at from, with what the command line names in its place. Nothing but the ranges of a camera
  /// limits it.
  @MainActor func styleCamera(of style: MapStyle, on map: MapView) -> CameraPosition {
    map.maximumViewingAngle = { _ in CameraPosition.maximumViewingAngle }
    try? map.setMinZoom(0, maxZoom: CameraPosition.maximumZoom)
    return style.camera(in: map.size, over: self)
  }
}

extension MapStyle {
  /// The document's camera with what the command line names in its place, moved so that no edge of the world is seen where that
  /// can be.
  fileprivate func camera(in size: ScreenSize, over options: CameraOptions) -> CameraPosition {
    let start = CameraPosition(
      target: camera?.target ?? LocationCoordinate(latitude: 0, longitude: 0), zoom: camera?.zoom ?? 1,
      bearing: camera?.bearing ?? 0, viewingAngle: camera?.viewingAngle ?? 0)
    return options.camera(over: start).withoutEdges(height: size.height)
  }
}

extension CameraPosition {
  /// Brought to where the northern and southern edges of the world stay out of a view of `height` points, as browsers' maps do
  /// it: closer, if the world is not as high, then north or south.
  func withoutEdges(height: Double) -> CameraPosition {
    let zoom = max(zoom, log2(height / 256))
    let half = height / 2 / (256 * exp2(zoom))
    let y = min(max(WorldPoint(target).y, half), 1 - half)
    let moved = WorldPoint(x: WorldPoint(target).x, y: y).coordinate
    let isSame = abs(y - WorldPoint(target).y) < 1e-12
    return CameraPosition(target: isSame ? target : moved, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }
}

/// A light of the map on the command line.
struct SunLightArgument: ExpressibleByArgument {
  let light: SunLight

  init?(argument: String) {
    switch argument {
    case "off": light = .off
    case "style": light = .style
    case "now": light = .now
    default:
      guard let time = ISOTime(argument) else { return nil }
      light = .date(Date(timeIntervalSince1970: time.secondsSinceEpoch))
    }
  }
}
