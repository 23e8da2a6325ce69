import Foundation
import OverlookTestSupport

/// MapServer with one raster layer, `world`, as WMS at `/mapserver`: FastCGI processes behind an nginx of their own.
final class MapServerCGI: Sendable {
  static let isAvailable = Tool.path("mapserv") != nil && NginxServer.isAvailable
  static let absence = "MapServer or nginx is not installed (Debian's packages cgi-mapserver and nginx-light)"

  private let processes: [ServerProcess]
  private let nginx: NginxServer
  /// Lives as long as the server.
  private let folder: ServerFolder

  /// - Parameter raster: Path of a PNG in EPSG:3857 with a world file beside it.
  init(raster: String) async throws {
    let folder = try ServerFolder()
    let map = try folder.write("world.map", Self.mapFile(raster: raster))
    let configuration = try folder.write("mapserver.conf", "CONFIG\n  ENV\n  END\nEND\n")
    // One process answers one request at a time; two share the socket.
    let socket = try ListeningSocket()
    processes = try (0..<2).map { _ in
      try ServerProcess(
        ["mapserv"], in: try ServerFolder(), environment: ["MAPSERVER_CONFIG_FILE": configuration], socket: socket.handle)
    }
    // The environment of a request is what the web server says it is, and nothing else.
    let parameters =
      [
        ("QUERY_STRING", "query_string"), ("REQUEST_METHOD", "request_method"), ("CONTENT_TYPE", "content_type"),
        ("CONTENT_LENGTH", "content_length"), ("SCRIPT_NAME", "uri"), ("SERVER_NAME", "server_name"),
        ("SERVER_PORT", "server_port"), ("SERVER_PROTOCOL", "server_protocol"), ("REMOTE_ADDR", "remote_addr"),
      ].map { "fastcgi_param \($0) $\($1);" }.joined(separator: " ") + " fastcgi_param MS_MAPFILE \(map);"
    let location = "location /mapserver { fastcgi_pass 127.0.0.1:\(socket.port); \(parameters) }"
    nginx = try await NginxServer(root: folder.path, configuration: location)
    self.folder = folder
  }

  func url(_ query: String) -> String { nginx.url("mapserver?\(query)") }

  var requests: [NginxServer.Request] {
    get async throws { try await nginx.requests }
  }

  private static func mapFile(raster: String) -> String {
    let side = WorldTiles.halfSideMeters
    return """
      MAP
        NAME "overlook"
        EXTENT \(-side) \(-side) \(side) \(side)
        PROJECTION "init=epsg:3857" END
        IMAGETYPE "png24"
        OUTPUTFORMAT
          NAME "png24"
          DRIVER "AGG/PNG"
          MIMETYPE "image/png"
          IMAGEMODE RGBA
          EXTENSION "png"
          TRANSPARENT ON
        END
        WEB
          METADATA
            "ows_enable_request" "*"
            "ows_title" "Test"
            "ows_srs" "EPSG:3857 EPSG:4326"
          END
        END
        LAYER
          NAME "world"
          TYPE RASTER
          STATUS ON
          DATA "\(raster)"
          PROJECTION "init=epsg:3857" END
          METADATA "ows_title" "World" END
        END
      END
      """
  }
}
