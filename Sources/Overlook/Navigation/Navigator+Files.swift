import OverlookFormats
import OverlookRouting
import OverlookSupport

// Routes as files.
extension Navigator {
  /// The steps of the route that is followed, a line each with its length in `units`, to be printed; nil without a route.
  public var stepListText: String? {
    guard let route = session?.route else { return nil }
    return RouteText.text(of: [route], units: units)
  }

  /// Writes the route that is followed, with its steps, by the ending of `path`: `.json` (which `openRoute(at:)` reads), `.gpx` (a route and a
  /// track), `.geojson`, or `.txt`, the list of steps. The file there is whole or as it was before. Throws one line for people.
  public func saveRoute(to path: String) throws(FileProblem) {
    guard let route = session?.route else { throw FileProblem("there is no route to save") }
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    let text: String
    switch ending {
    case "json": text = JSONWriter.text(RouteDocument.value([route], isExact: true))
    case "geojson": text = JSONWriter.text(RouteGeoJSON.value([route]))
    case "gpx": text = RouteGPX.text([route])
    case "txt": text = RouteText.text(of: [route], units: units) + "\n"
    default: throw FileProblem("\(OutsideText.cleaned(path)): routes can be written as .json, .geojson, .gpx and .txt")
    }
    do throws(FormatError) {
      try OutputFile.replace(path) { file throws(FormatError) in try file.append(Array(text.utf8)) }
    } catch {
      throw FileProblem("\(error)")
    }
  }

  /// Follows the first route of a file that `saveRoute(to:)` or `overlook route --json` has written, of at most 32 MiB, in place of what was
  /// followed; its others are there to choose. Throws one line for people.
  public func openRoute(at path: String) throws(FileProblem) {
    let found: [Route]
    do {
      let bytes = try WholeFile.read(path, byteLimit: JSONLimits.document.byteCount)
      found = try RouteReader.routes(bytes, thing: OutsideText.cleaned(path), language: language)
    } catch {
      throw FileProblem("\(error)")
    }
    clearDestinations()
    destinations = Self.destinations(of: found.first)
    guard follow(found) else {
      destinations = []
      throw FileProblem("\(OutsideText.cleaned(path)): nobody can follow its route")
    }
  }

  /// The end of each leg.
  private static func destinations(of route: Route?) -> [NavigationWaypoint] {
    route?.legs.compactMap { leg in
      leg.steps.last.map { NavigationWaypoint(location: $0.maneuver.location, title: $0.name.isEmpty ? nil : $0.name) }
    } ?? []
  }
}
