import ArgumentParser
import Overlook
import OverlookGeometry
import OverlookSupport

/// 3D models that stand in a street.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A glTF model (.glb or .gltf) that stands in the street at a place; its front looks to the heading, degrees clockwise from north, which is north when left out. May be repeated.",
      valueName: "file@lat,lon[,heading]"), transform: PlacedModelArgument.init)
  var model: [PlacedModelArgument] = []

  /// The models, read. Throws when a file cannot be used.
  @MainActor func overlays() throws(CommandFailure) -> [ModelOverlay] {
    var overlays: [ModelOverlay] = []
    for placed in model {
      do throws(Model.Problem) {
        let model = try Model(path: placed.path)
        for text in model.warnings { Report.warning("\(placed.path): \(text)") }
        let overlay = ModelOverlay(model: model, position: placed.place)
        overlay.heading = placed.heading
        overlays.append(overlay)
      } catch {
        throw CommandFailure(description: "\(error)")
      }
    }
    return overlays
  }
}

/// A model and where it stands, on the command line.
struct PlacedModelArgument {
  let path: String
  let place: LocationCoordinate
  let heading: Double

  init(_ text: String) throws {
    // Names of files may have an @ of their own.
    guard let at = text.lastIndex(of: "@"), at != text.startIndex else { throw Self.fault(text) }
    let numbers = text[text.index(after: at)...].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      let heading = numbers.count > 2 ? numbers[2] : 0, heading.isFinite
    else { throw Self.fault(text) }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      throw ValidationError("--model '\(OutsideText.cleaned(text))': latitude lies in -90 to 90 and longitude in -180 to 180")
    }
    (path, self.place, self.heading) = (String(text[..<at]), place, heading)
  }

  private static func fault(_ text: String) -> ValidationError {
    ValidationError("--model '\(OutsideText.cleaned(text))': FILE@LAT,LON or FILE@LAT,LON,HEADING was expected")
  }
}
