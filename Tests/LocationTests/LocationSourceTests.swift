import OverlookGeometry
import OverlookLocation
import Testing

@Suite struct LocationSourceTests {
  @Test(arguments: [
    ("gpsd", LocationSource.gpsd(host: "127.0.0.1", port: 2947)), ("gpsd:boat", .gpsd(host: "boat", port: 2947)),
    ("gpsd:boat:3000", .gpsd(host: "boat", port: 3000)), ("gpsd:[::1]:3000", .gpsd(host: "::1", port: 3000)),
    ("geoclue", .geoClue), ("nmea:/dev/shm/pipe", .nmeaFile("/dev/shm/pipe")), ("serial:/dev/ttyUSB0", .serial("/dev/ttyUSB0")),
    ("serial:/dev/ttyUSB0@115200", .serial("/dev/ttyUSB0", speed: 115_200)),
    ("tcp:10.0.0.2:10110", .nmeaServer(host: "10.0.0.2", port: 10_110)),
    ("60.17,-24.94", .fixed(LocationCoordinate(latitude: 60.17, longitude: -24.94))),
    ("drive.gpx", .replay("drive.gpx", speed: 4)),
    ("91,0", .replay("91,0", speed: 4)), ("geoclue:x", .replay("geoclue:x", speed: 4)),
  ]) func aSourceIsWrittenShort(text: String, source: LocationSource) { #expect(LocationSource(text: text, speed: 4) == source) }

  @Test(arguments: [
    "", "gpsd:", "gpsd:boat:0", "gpsd:boat:x", "gpsd::2947", "tcp:boat", "tcp::1", "serial:@9600", "serial:/dev/x@fast",
  ])
  func whatIsNoneIsNone(text: String) { #expect(LocationSource(text: text) == nil) }
}
