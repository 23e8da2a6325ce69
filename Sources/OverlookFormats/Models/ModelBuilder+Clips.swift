internal import OverlookSupport

extension ModelBuilder {
  /// The animations; channels that cannot be used are left out.
  mutating func readClips(_ tree: GLTFTree, _ nodes: [ModelNode]) throws(FormatError) -> [ModelClip] {
    var clips: [ModelClip] = []
    for index in 0..<document.count(.animations) {
      let object = try document.item(.animations, index)
      var channels: [ModelChannel] = []
      for (number, json) in (object["channels"]?.array ?? []).enumerated() {
        let channel = GLTFObject(json, thing: "\(object.thing), channel \(number)")
        do throws(FormatError) {
          if let read = try readChannel(channel, of: object, tree, nodes) { channels.append(read) }
        } catch {
          if case .tooLarge = error { throw error }
          findings.add("a movement left out: \(error)", at: channel.thing)
        }
      }
      clips.append(ModelClip(name: object.string("name"), channels: channels))
    }
    return clips
  }

  /// Nil for a channel that moves nothing.
  private mutating func readChannel(
    _ channel: GLTFObject, of animation: GLTFObject, _ tree: GLTFTree, _ nodes: [ModelNode]
  ) throws(FormatError) -> ModelChannel? {
    guard let target = channel.child("target"), let node = try target.count("node") else { return nil }
    guard let place = tree.places[node] else { throw .malformed(channel.thing, fault: "node \(node) is none") }
    let property: ModelChannel.Property
    switch target.string("path") {
    case "translation": property = .translation
    case "rotation": property = .rotation
    case "scale": property = .scale
    case "weights" where !nodes[place].weights.isEmpty: property = .weights(nodes[place].weights.count)
    case let path:
      findings.add("a movement left out: of \(path ?? "nothing")", at: channel.thing)
      return nil
    }
    let samplers = animation["samplers"]?.array ?? []
    let number = try channel.neededCount("sampler")
    guard samplers.indices.contains(number) else {
      throw .malformed(channel.thing, fault: "sampler \(number) is named, and there are \(samplers.count)")
    }
    let sampler = GLTFObject(samplers[number], thing: channel.thing)
    let interpolation: ModelChannel.Interpolation =
      switch sampler.string("interpolation") {
      case "STEP": .step
      case "CUBICSPLINE": .cubicSpline
      default: .linear
      }
    return try readKeys(
      sampler, ModelChannel(node: place, property: property, interpolation: interpolation, times: [], values: []))
  }

  private func readKeys(_ sampler: GLTFObject, _ empty: ModelChannel) throws(FormatError) -> ModelChannel {
    var channel = empty
    let width = channel.property.componentCount
    channel.times = try accessors.floats(try sampler.neededCount("input"), widths: 1...1)
    // Weights lie there one by one.
    let stored = if case .weights = channel.property { 1 } else { width }
    channel.values = try accessors.floats(try sampler.neededCount("output"), widths: stored...stored)
    let valuesPerKey = channel.interpolation == .cubicSpline ? 3 : 1
    guard channel.values.count == channel.times.count * valuesPerKey * width else {
      throw .malformed(sampler.thing, fault: "its times and values are not equally many")
    }
    guard let first = channel.times.first, first >= 0, zip(channel.times, channel.times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw .malformed(sampler.thing, fault: "its times do not ascend from 0") }
    if channel.property == .rotation, channel.interpolation != .cubicSpline {
      for first in stride(from: 0, to: channel.values.count, by: 4) {
        let q = Quaternion.normalized(
          SIMD4(channel.values[first], channel.values[first + 1], channel.values[first + 2], channel.values[first + 3]))
        for part in 0..<4 { channel.values[first + part] = q[part] }
      }
    }
    return channel
  }
}
