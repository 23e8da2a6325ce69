import ArgumentParser
import Overlook

/// Which panorama.
struct PanoramaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A picture, a folder of pictures with positions or of the faces of a cube, a tour file, a service (panoramax:URL, mapillary:URL), or \"streets\": made of the region at --at, which is the city that the program brings along when left out.",
      valueName: "source"))
  var source = PanoramaOrder.streetsName

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The panorama nearest to this place. Values may begin with a minus.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var at: CoordinateArgument?

  @Option(help: ArgumentHelp("For a service that wants one.", valueName: "token"))
  var token: String?

  @Option(
    help: ArgumentHelp("How far from --at the panorama may be, metres; 50 when left out.", valueName: "m"),
    transform: FiniteArgument.parse)
  var radius = FiniteArgument(PanoramaService.defaultRadius)

  @Option(
    help: ArgumentHelp(
      "The picture is two circles beside each other, of a camera with two lenses that see so many degrees each, 90 to 300.",
      valueName: "degrees"),
    transform: FiniteArgument.parse)
  var fisheye: FiniteArgument?

  @Option(help: ArgumentHelp("The panorama of this name.", valueName: "name"))
  var id: String?

  func validate() throws {
    guard radius.value > 0 else { throw ValidationError("--radius must be more than 0") }
    if let fisheye, !(90...300).contains(fisheye.value) { throw ValidationError("--fisheye must lie in 90 to 300") }
    guard at == nil || id == nil else { throw ValidationError("--at and --id are two ways to name a panorama") }
  }
}
