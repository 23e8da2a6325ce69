public import OverlookGeometry
import OverlookStreams

/// Where a provider gets its fixes from. Nothing of it is asked before somebody has chosen it.
public enum LocationSource: Hashable, Sendable {
  /// The daemon of receivers at a host and port: 127.0.0.1 and 2947 as a rule.
  case gpsd(host: String = "127.0.0.1", port: Int = 2947)
  /// Sentences of a receiver (NMEA 0183) as they come into a file or a named pipe.
  case nmeaFile(String)
  /// A receiver on a serial line, such as /dev/ttyUSB0, with that many bits a second (4800, 9600, 38400, 115200 ...).
  case serial(String, speed: Int = 4800)
  /// A server that sends sentences of a receiver over TCP.
  case nmeaServer(host: String, port: Int)
  /// The location service of the desktop (GeoClue).
  case geoClue
  /// A file with a recorded track (GPX, NMEA), played with its times, `speed` times as fast.
  case replay(String, speed: Double = 1)
  /// A place that stays, told once a second.
  case fixed(LocationCoordinate)
}

extension LocationSource {
  /// Seconds that a server has to answer.
  private static let answerSeconds = 5.0

  var feed: any LocationFeed {
    switch self {
    case .gpsd(let host, let port):
      StreamFeed(
        open: { signal throws(ConnectionError) in
          try .tcp(host: host, port: port, seconds: Self.answerSeconds, signal: signal)
        }, makeDecoder: { GPSDDecoder() })
    case .nmeaServer(let host, let port):
      StreamFeed(
        open: { signal throws(ConnectionError) in
          try .tcp(host: host, port: port, seconds: Self.answerSeconds, signal: signal)
        }, makeDecoder: { NMEAEpochs() })
    case .nmeaFile(let path):
      StreamFeed(open: { _ throws(ConnectionError) in try .file(path: path) }, makeDecoder: { NMEAEpochs() })
    case .serial(let path, let speed):
      StreamFeed(open: { _ throws(ConnectionError) in try .serial(path: path, speed: speed) }, makeDecoder: { NMEAEpochs() })
    case .geoClue: GeoClueFeed()
    case .replay(let path, let speed): ReplayFeed(path: path, speed: speed)
    case .fixed(let coordinate): FixedFeed(coordinate: coordinate)
    }
  }
}
