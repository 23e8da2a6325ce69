import OverlookCamera
import OverlookGeometry

/// `overlook bench camera`: what the arithmetic between places and pixels costs, on one core.
@MainActor public enum CameraBench {
  /// Measures projection both ways, the making of a view's transform, and a step of a flight.
  public static func run() throws -> BenchReport {
    var report = BenchReport(benchmark: "camera", renderer: "none")
    let camera = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 15.3, bearing: 33, viewingAngle: 45)
    let view = ViewTransform(camera: camera, size: ScreenSize(width: 1024, height: 768))
    let places = (0..<operations).map { (index: Int) -> WorldPoint in
      let (right, down) = (Double(index % 97 - 48), Double(index % 89 - 44))
      return WorldPoint(x: view.center.x + right * 1e-7, y: view.center.y + down * 1e-7)
    }
    report.add("world point to screen point", nanoseconds { screenSum(view, places) }, "ns")
    report.add("screen point to world point", nanoseconds { worldSum(view) }, "ns")
    report.add("coordinate to world point", nanoseconds { mercatorSum() }, "ns")
    report.add("transform of a view", nanoseconds { transformSum(camera) }, "ns")
    report.add("step of a flight", nanoseconds { flight(from: camera) }, "ns")
    return report
  }

  private static let operations = 100_000

  private static func nanoseconds(_ body: () -> Double) -> Double {
    var sink = 0.0
    let samples = Samples.timing(count: 15) { sink += body() }
    // The sum is looked at, so that no optimiser may leave the work out.
    return sink.isNaN ? .nan : samples.median / Double(operations) * 1e9
  }

  private static func screenSum(_ view: ViewTransform, _ places: [WorldPoint]) -> Double {
    var sum = 0.0
    for place in places { sum += view.screenPoint(for: place)?.x ?? 0 }
    return sum
  }

  private static func worldSum(_ view: ViewTransform) -> Double {
    var sum = 0.0
    for index in 0..<operations {
      sum += view.worldPoint(at: ScreenPoint(x: Double(index % 1024), y: Double(index % 768)))?.x ?? 0
    }
    return sum
  }

  private static func mercatorSum() -> Double {
    var sum = 0.0
    for index in 0..<operations {
      sum += WorldPoint(LocationCoordinate(latitude: Double(index % 160) - 80, longitude: Double(index % 360) - 180)).y
    }
    return sum
  }

  private static func transformSum(_ camera: CameraPosition) -> Double {
    var sum = 0.0
    for index in 0..<operations {
      let size = ScreenSize(width: 1024 + Double(index % 7), height: 768)
      sum += ViewTransform(camera: camera, size: size).pointsPerWorld
    }
    return sum
  }

  private static func flight(from camera: CameraPosition) -> Double {
    let controller = CameraController(camera: camera, size: ScreenSize(width: 1024, height: 768))
    let seconds = Double(operations) / 60
    controller.start(.fly(to: CameraPosition(latitude: -33.9, longitude: 151.2, zoom: 12), seconds: seconds), now: 0)
    for index in 0..<operations {
      _ = controller.step(now: Double(index) / 60)
      if index % 64 == 0 { controller.deliverEvents() }
    }
    return controller.camera.zoom
  }
}
