import Glibc
import Overlook
import OverlookFormats
import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// Models on a whole map seen from the south, before and behind a house of a style.
@MainActor @Suite struct ModelMapTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 18))

  init() throws {
    map.isStill = true
    map.isBare = true
    map.maximumViewingAngle = { _ in 60 }
    map.camera = CameraPosition(
      target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 17.6, bearing: 0, viewingAngle: 60)
  }

  private func loop(width: Double = 400, height: Double = 300) throws -> HeadlessLoop {
    try HeadlessLoop(content: map, size: ScreenSize(width: width, height: height))
  }

  /// A house 110 m wide, 55 m deep and 60 m high about the origin.
  private func addHouse() throws {
    let ring = "[[-0.0005, -0.00025], [0.0005, -0.00025], [0.0005, 0.00025], [-0.0005, 0.00025], [-0.0005, -0.00025]]"
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "Polygon", "coordinates": [\(ring)]}}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "#eee"}},
         {"id": "house", "type": "fill-extrusion", "source": "s",
          "paint": {"fill-extrusion-color": "#d8d0c4", "fill-extrusion-height": 60}}]}
        """)
  }

  /// A red post 10 m wide and as high as is asked for, which clip 0 turns about its foot.
  private func post(height: Float, color: Color = .red) throws -> Model {
    var file = GLBWriter()
    let material = file.addMaterial(color, roughness: 0.8)
    let box = ModelSurface.box(center: SIMD3(0, height / 2, 0), size: SIMD3(10, height, 10))
    let node = file.addNode(file.addMesh([(box, material)]))
    let half = Float(0.5).squareRoot()
    file.addClip("turn", [(node, "rotation", [0, 1, 2], [[0, 0, 0, 1], [0, half, 0, half], [0, 1, 0, 0]])])
    return try Model(bytes: file.bytes)
  }

  @discardableResult
  private func add(_ model: Model, _ latitude: Double, _ longitude: Double) -> ModelOverlay {
    let overlay = ModelOverlay(model: model, position: LocationCoordinate(latitude: latitude, longitude: longitude))
    overlay.map = map
    return overlay
  }

  private func redCount(_ loop: HeadlessLoop) -> Int {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    guard let pixels = loop.pixels() else { return -1 }
    return stride(from: 0, to: pixels.count, by: 4).count { at in
      let (red, green, blue) = (pixels[at], pixels[at + 1], pixels[at + 2])
      return red > 100 && green < red / 3 && blue < red / 3
    }
  }

  @Test func aModelIsHiddenBehindAHouseAndSeenBeforeIt() throws {
    try addHouse()
    let loop = try loop()
    defer { loop.close() }
    let post = add(try post(height: 20), 0.0004, 0)
    #expect(redCount(loop) == 0)
    post.position = LocationCoordinate(latitude: -0.0004, longitude: 0)
    #expect(redCount(loop) > 300)
    // What is higher than the house looks over it.
    post.position = LocationCoordinate(latitude: 0.0004, longitude: 0)
    post.scale = 6
    #expect(redCount(loop) > 300)
  }

  /// A red sheet 20 m wide, seen from the south, whose upper edge a target lifts by 30 m.
  private func sheet(height: Float, weights: [Float]) -> Model {
    var material = ModelMaterial()
    (material.color, material.isUnlit, material.isDoubleSided) = (SIMD4(1, 0, 0, 1), true, true)
    let corners: [SIMD3<Float>] = [
      SIMD3(-10, 0, 0), SIMD3(10, 0, 0), SIMD3(10, height, 0), SIMD3(-10, height, 0),
    ]
    let lift = corners.map { ModelShift(position: SIMD3(0, $0.y > 0 ? 30 : 0, 0)) }
    // Parts with and without targets before it, so that none of its numbers is 0.
    let still = ModelPrimitive(vertices: corners.map { ModelVertex(position: $0 * 0.01) }, indices: [0, 1, 2], material: 0)
    let other = ModelPrimitive(
      vertices: corners.map { ModelVertex(position: $0 * 0.01) }, targets: [lift.map { _ in ModelShift(position: .zero) }],
      indices: [0, 1, 2], material: 0)
    let primitive = ModelPrimitive(
      vertices: corners.map { ModelVertex(position: $0) }, targets: weights.map { _ in lift }, indices: [0, 1, 2, 0, 2, 3],
      material: 0)
    let clip = ModelChannel(
      node: 2, property: .weights(weights.count), interpolation: .step, times: [0], values: weights.map { _ in 1 })
    return Model(
      asset: ModelAsset(
        nodes: [
          ModelNode(primitives: 0..<1), ModelNode(primitives: 1..<2, weights: [1]),
          ModelNode(primitives: 2..<3, weights: weights),
        ], primitives: [still, other, primitive], materials: [material],
        clips: weights.isEmpty ? [] : [ModelClip(name: "lift", channels: [clip])]))
  }

  /// Letters beside the model and below it stay as they are.
  @Test(arguments: [RendererChoice.software, .driver])
  func edgesOfModelsAreSmoothAndNothingElseChanges(choice: RendererChoice) throws {
    let places = stride(from: -0.0006, through: 0.0006, by: 0.0002).map { "[\($0), \($0 / 3)]" }
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "MultiPoint", "coordinates": [\(places.joined(separator: ", "))]}}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "#eee"}},
         {"id": "names", "type": "symbol", "source": "s", "layout": {"text-field": "Name", "text-allow-overlap": true}}]}
        """)
    let loop = try loop()
    defer { loop.close() }
    let model = add(sheet(height: 60, weights: []), 0, 0)
    model.heading = 25
    func pixels(isSmooth: Bool) throws -> [UInt8] {
      _ = redCount(loop)
      map.renderer?.raster.choice = choice
      map.renderer?.smoothsModels = isSmooth
      map.requestFrame(.forced)
      loop.renderFrame()
      return try #require(loop.pixels())
    }
    let (smooth, plain) = try (pixels(isSmooth: true), pixels(isSmooth: false))
    let (width, height) = (400, plain.count / 1600)
    func isRed(_ x: Int, _ y: Int) -> Bool {
      let at = 4 * (y * width + x)
      return plain[at] > 200 && plain[at + 1] < 60
    }
    var (changed, mixed) = (0, 0)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let at = 4 * (y * width + x)
        guard plain[at..<at + 4] != smooth[at..<at + 4] else { continue }
        changed += 1
        #expect((-1...1).contains { dx in (-1...1).contains { dy in isRed(x + dx, y + dy) } }, "\(x), \(y)")
        if smooth[at + 1] > 60, smooth[at + 1] < 200 { mixed += 1 }
      }
    }
    #expect(changed > 60 && mixed > 30, "\(changed) changed, \(mixed) mixed")
    // The same picture again.
    #expect(try pixels(isSmooth: true) == smooth)
  }

  /// Blocks of the picture are looked at from where the room of all models begins. One to the southwest, which is higher than that in the
  /// middle and so takes more room, moves it by some pixels in both directions; the view is larger than that room.
  @Test func edgesAreTheSameWhereverBlocksBegin() throws {
    map.mapType = .none
    map.backgroundColor = .white
    let loop = try loop(width: 1200, height: 800)
    defer { loop.close() }
    add(sheet(height: 60, weights: []), 0, 0).heading = 25
    let other = add(sheet(height: 70, weights: []), -0.0001, -0.0004)
    /// The columns of the model in the middle.
    func middle() throws -> [UInt8] {
      _ = redCount(loop)
      map.renderer?.raster.choice = .driver
      map.requestFrame(.forced)
      loop.renderFrame()
      let pixels = try #require(loop.pixels())
      return (0..<800).flatMap { pixels[4 * (1200 * $0 + 570)..<4 * (1200 * $0 + 640)] }
    }
    _ = try middle()
    let first = try middle()
    for step in 1..<25 {
      let shift = Double(step)
      other.position = LocationCoordinate(latitude: -0.0001 - 0.000007 * shift, longitude: -0.0004 - 0.000011 * shift)
      #expect(try middle() == first, "\(step)")
    }
    map.renderer?.smoothsModels = false
    #expect(try middle() != first)
  }

  @Test func aModelTakesOnTheShapeOfItsTargetsByTheirWeights() throws {
    let loop = try loop()
    defer { loop.close() }
    func picture(_ add: (Model) -> Overlay, _ model: Model) throws -> [UInt8] {
      let overlay = add(model)
      defer { overlay.map = nil }
      #expect(redCount(loop) > 300)
      return try #require(loop.pixels())
    }
    func single(_ model: Model) -> Overlay { add(model, 0, 0) }
    func layer(_ model: Model) -> Overlay {
      let layer = ModelLayer(model: model, positions: [LocationCoordinate(latitude: 0, longitude: 0)])
      layer.map = map
      return layer
    }
    func lifted(_ model: Model) -> Overlay {
      let overlay = add(model, 0, 0)
      overlay.animation = ModelAnimation(clip: 0, isPlaying: false)
      return overlay
    }
    for add in [single, layer] {
      let low = try picture(add, sheet(height: 20, weights: []))
      let high = try picture(add, sheet(height: 50, weights: []))
      #expect(low != high)
      #expect(try picture(add, sheet(height: 20, weights: [0])) == low)
      #expect(try picture(add, sheet(height: 20, weights: [0.25, 0.75])) == high)
    }
    let high = try picture(single, sheet(height: 50, weights: []))
    #expect(try picture(lifted, sheet(height: 20, weights: [0])) == high)
  }

  @Test func framesInWhichOnlyAModelChangedHideTheSameAndKeepTheBasePlane() throws {
    try addHouse()
    let loop = try loop()
    defer { loop.close() }
    let post = add(try post(height: 20), 0.0004, 0)
    #expect(redCount(loop) == 0)
    post.altitude = 1
    #expect(redCount(loop) == 0)
    let drawn = try #require(map.renderer).baseDrawCount
    for step in 0..<4 {
      post.altitude = Double(step)
      #expect(redCount(loop) == 0)
    }
    #expect(map.renderer?.baseDrawCount == drawn)
    post.altitude = 80
    #expect(redCount(loop) > 300)
    #expect(map.renderer?.baseDrawCount == drawn)
  }

  @Test func anOverlayOnTheGroundIsHiddenBehindAModel() throws {
    map.mapType = .none
    let loop = try loop()
    defer { loop.close() }
    let circle = Circle(position: LocationCoordinate(latitude: 0.00025, longitude: 0), radius: 4)
    circle.fillColor = .red
    circle.strokeColor = nil
    circle.zIndex = 1
    circle.map = map
    #expect(redCount(loop) > 20)
    add(try post(height: 60, color: .blue), 0, 0)
    #expect(redCount(loop) == 0)
  }

  @Test func aModelThatPlaysMakesFramesAndOneAtRestMakesNone() throws {
    map.isStill = false
    map.mapType = .none
    let loop = try loop()
    defer { loop.close() }
    let post = add(try post(height: 20), 0, 0)
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    var drawn = loop.statistics.framesDrawn
    loop.advance(by: 0.5)
    #expect(loop.statistics.framesDrawn == drawn)
    post.animation = ModelAnimation(clip: 0)
    loop.renderFrame()
    let first = loop.pixels()
    drawn = loop.statistics.framesDrawn
    let base = try #require(map.renderer).baseDrawCount
    loop.advance(by: 0.5, framesPerSecond: 20)
    #expect(loop.statistics.framesDrawn == drawn + 10)
    // But for the frame that begins to keep it.
    #expect(try #require(map.renderer).baseDrawCount <= base + 1)
    #expect(loop.pixels() != first)
    #expect(!map.isAtRest)
    post.animation?.isPlaying = false
    loop.advance(by: 0.1)
    drawn = loop.statistics.framesDrawn
    loop.advance(by: 0.5)
    #expect(loop.statistics.framesDrawn == drawn)
    #expect(map.isAtRest)
  }

  @Test func aFrameOfModelsThatPlayTakesNoMemory() throws {
    try #require(AllocationCounter.isAvailable)
    map.isStill = false
    map.mapType = .none
    let loop = try loop()
    defer { loop.close() }
    let model = try post(height: 20)
    for number in 0..<20 {
      let overlay = add(model, 0.0001 * Double(number % 5), 0.0001 * Double(number / 5))
      overlay.animation = ModelAnimation(clip: 0, time: 0.1 * Double(number))
      overlay.opacity = number % 3 == 0 ? 0.5 : 1
    }
    let layer = ModelLayer(
      model: model, positions: (0..<50).map { LocationCoordinate(latitude: -0.0002, longitude: 0.00005 * Double($0)) })
    layer.animation = ModelAnimation(clip: 0)
    layer.map = map
    loop.advance(by: 0.5)
    let report = AllocationCounter.count { loop.advance(by: 0.2) }
    #expect(report.blocks == 0, "\(report)")
  }

  @Test func someModelsOfALayerThatMoveAreOneUpload() throws {
    map.mapType = .none
    let loop = try loop()
    defer { loop.close() }
    let places = (0..<1000).map { LocationCoordinate(latitude: -0.0002, longitude: 0.000001 * Double($0)) }
    let layer = ModelLayer(model: try post(height: 20), positions: places)
    layer.heading = .each { Double($0) }
    layer.map = map
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    func uploaded(_ change: () -> Void) throws -> (count: Int, bytes: Int) {
      change()
      map.setNeedsDisplay()
      loop.renderFrame()
      // Of the last frame.
      let work = try #require(map.device).statistics
      return (work.uploads, work.uploadedBytes)
    }
    _ = try uploaded {}
    let still = try uploaded {}
    let moved = try uploaded {
      layer.replacePositions(
        from: 500, with: places[0..<10].map { LocationCoordinate(latitude: 0.0001, longitude: $0.longitude) })
      layer.replaceHeadings(from: 500, with: [Double](repeating: 90, count: 10))
    }
    // 24 bytes a model.
    #expect(moved.count == still.count + 1 && moved.bytes == still.bytes + 240, "\(moved), \(still)")
    #expect(layer.position(of: 509)?.latitude == 0.0001 && layer.position(of: 510)?.latitude == -0.0002)
    // The same as a layer that was made so.
    let image = try #require(loop.image())
    let other = ModelLayer(model: layer.model, positions: (0..<1000).map { layer.position(of: $0) ?? places[$0] })
    other.heading = .each { (500..<510).contains($0) ? 90 : Double($0) }
    layer.map = nil
    other.map = map
    loop.renderFrame()
    #expect(try #require(loop.image()).pixels == image.pixels)
    let nothing = try uploaded {
      other.replacePositions(from: 1000, with: places)
      other.replacePositions(from: -1, with: places)
      other.replaceHeadings(from: 1000, with: [1])
    }
    #expect(nothing.bytes == still.bytes)
    other.replacePositions(from: 998, with: places)
    #expect(other.count == 1000)
  }

  @Test func layersAndSingleModelsStandAlike() throws {
    map.mapType = .none
    let loop = try loop()
    defer { loop.close() }
    let model = try post(height: 20)
    let single = add(model, 0.0001, 0.0002)
    (single.heading, single.scale, single.altitude) = (30, 1.5, 3)
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let one = try #require(loop.image())
    single.map = nil
    let layer = ModelLayer(model: model, positions: [LocationCoordinate(latitude: 0.0001, longitude: 0.0002)])
    (layer.heading, layer.scale, layer.altitude) = (.constant(30), .constant(1.5), .constant(3))
    layer.map = map
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let many = try #require(loop.image())
    let comparison = try #require(PictureComparison(one, many))
    #expect(comparison.share < 0.0005)
  }

  // MARK: Pictures

  private func expectPicture(_ name: String) throws {
    let loop = try loop(width: 480, height: 360)
    defer { loop.close() }
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    #expect(try GoldenPicture("models/\(name)").mismatch(with: #require(loop.image())) == nil)
  }

  /// Boxes around a house: lit from the same side, hidden by it and hiding it; one is half transparent.
  @Test func modelsStandBesideAHouse() throws {
    try addHouse()
    let white = try post(height: 30, color: Color(red: 0.85, green: 0.82, blue: 0.77))
    for (latitude, longitude, heading) in [(-0.0004, -0.0004, 0.0), (-0.0004, 0, 30), (0.0004, 0.0004, 0), (0.0004, -0.0004, 45)]
    {
      let overlay = add(white, latitude, longitude)
      overlay.heading = heading
      overlay.scale = latitude > 0 ? 3 : 1.4
    }
    let red = add(try post(height: 30), -0.0004, 0.0004)
    red.opacity = 0.5
    red.scale = 1.5
    try expectPicture("beside-a-house")
  }

  /// Balls from rough to smooth, below plain, above of metal; the last ones shine of themselves and are glass.
  @Test func materialsLookDifferent() throws {
    map.mapType = .none
    map.backgroundColor = Color(red: 0.80, green: 0.83, blue: 0.86)
    map.camera = CameraPosition(
      target: LocationCoordinate(latitude: 0.0002, longitude: 0), zoom: 18.2, bearing: 0, viewingAngle: 60)
    for row in 0..<2 {
      for column in 0..<5 {
        var file = GLBWriter()
        let color = Color(red: 0.85, green: 0.45, blue: 0.2, alpha: row == 0 && column == 4 ? 0.4 : 1)
        let material = file.addMaterial(
          color, metallic: Double(row), roughness: 0.1 + 0.2 * Double(column),
          emission: row == 1 && column == 4 ? Color(red: 0.2, green: 0.5, blue: 0.9) : nil)
        let profile = (0...16).map { step -> (radius: Float, y: Float) in
          let angle = Float.pi * Float(step) / 16
          return (12 * max(0, sin(angle)), 12 - 12 * cos(angle))
        }
        _ = file.addNode(file.addMesh([(ModelSurface.turned(profile, sides: 32), material)]))
        add(try Model(bytes: file.bytes), 0.0004 * Double(row), 0.0003 * Double(column - 2))
      }
    }
    try expectPicture("materials")
  }
}
