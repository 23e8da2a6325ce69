package import OverlookSupport

/// A 3D model, read once and shown at any number of places. Immutable; any thread.
public final class Model: Sendable {
  /// A movement that the model knows.
  public struct Clip: Hashable, Sendable {
    /// As its file calls it.
    public let name: String?
    /// Seconds.
    public let duration: Double
  }

  /// As its file calls it; nil for nothing.
  public let name: String?
  /// Movements for `ModelAnimation`, in the order of the file.
  public let clips: [Clip]
  /// What of the file was left out, one line each; empty when all is well.
  public let warnings: [String]
  package let asset: ModelAsset

  package init(asset: ModelAsset, warnings: [String] = []) {
    self.asset = asset
    self.warnings = warnings
    name = asset.name
    clips = asset.clips.map { Clip(name: $0.name, duration: $0.duration) }
  }

  /// Metres from left to right, as the model stands at rest.
  public var width: Double { extent.x }
  /// Metres from its lowest to its highest point, as the model stands at rest.
  public var height: Double { extent.y }
  /// Metres from back to front, as the model stands at rest.
  public var length: Double { extent.z }

  private var extent: SIMD3<Double> {
    asset.bounds.map { SIMD3<Double>($0.maximum - $0.minimum) } ?? .zero
  }
}

/// How a model moves: one of its clips, and where in it.
public struct ModelAnimation: Hashable, Sendable {
  /// Number of the clip in `Model.clips`; one that is not there leaves the model at rest.
  public var clip: Int
  /// Seconds from the clip's start. Advances while `isPlaying`.
  public var time = 0.0
  /// How much faster than in the file; below 0 backwards. Default 1.
  public var speed = 1.0
  /// Whether the clip begins again when it has ended; else it stops there. Default true.
  public var loops = true
  /// Whether time passes. Default true.
  public var isPlaying = true

  /// The clip of this number, from its start, over and over.
  public init(clip: Int, time: Double = 0, speed: Double = 1, loops: Bool = true, isPlaying: Bool = true) {
    self.clip = clip
    self.time = time
    self.speed = speed
    self.loops = loops
    self.isPlaying = isPlaying
  }

  /// Lets seconds pass in a clip that lasts `duration`.
  package mutating func advance(by seconds: Double, duration: Double) {
    guard isPlaying, speed.isFinite, time.isFinite else { return }
    time += seconds * speed
    guard duration > 0 else {
      time = 0
      return
    }
    if loops {
      time -= (time / duration).rounded(.down) * duration
    } else if time >= duration || time <= 0 {
      // Stopped at the end that it ran towards; a start at the other one is none.
      isPlaying = speed > 0 ? time < duration : time > 0
      time = min(max(time, 0), duration)
    }
  }
}
