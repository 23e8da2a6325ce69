internal import Glibc
internal import OverlookSupport

/// How pictures are placed on a surface: which coordinates of its corners count, and how they are moved (KHR_texture_transform).
struct TextureFrame: Hashable, Sendable {
  var set = 0
  var offset = SIMD2<Float>(0, 0)
  /// Radians, counter-clockwise as pictures are seen.
  var rotation: Float = 0
  var scale = SIMD2<Float>(1, 1)

  func moved(_ place: SIMD2<Float>) -> SIMD2<Float> {
    let scaled = place * scale
    let (sine, cosine) = (sin(rotation), cos(rotation))
    return SIMD2(cosine * scaled.x + sine * scaled.y, cosine * scaled.y - sine * scaled.x) + offset
  }
}

extension ModelBuilder {
  mutating func readMaterial(_ index: Int) throws(FormatError) {
    let object = try document.item(.materials, index)
    var material = ModelMaterial()
    let surface = object.child("pbrMetallicRoughness")
    if let color = try surface?.numbers("baseColorFactor", count: 4) {
      material.color = SIMD4(color[0], color[1], color[2], color[3])
        .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }
    material.metallic = surface?.fraction("metallicFactor", or: 1) ?? 1
    material.roughness = surface?.fraction("roughnessFactor", or: 1) ?? 1
    if let emission = try object.numbers("emissiveFactor", count: 3) {
      let strength = object.child("extensions")?.child("KHR_materials_emissive_strength")?.number("emissiveStrength", or: 1) ?? 1
      material.emission = SIMD3(emission[0], emission[1], emission[2]) * min(max(strength, 0), 100)
    }
    switch object.string("alphaMode") {
    case "MASK": material.alphaMode = .mask(cutoff: object.fraction("alphaCutoff", or: 0.5))
    case "BLEND": material.alphaMode = .blend
    default: material.alphaMode = .opaque
    }
    material.isDoubleSided = object["doubleSided"]?.bool == true
    material.isUnlit = object["extensions"]?["KHR_materials_unlit"] != nil
    try readTextures(of: object, surface, into: &material)
    materials.append(material)
  }

  private mutating func readTextures(
    of object: GLTFObject, _ surface: GLTFObject?, into material: inout ModelMaterial
  ) throws(FormatError) {
    var frame: TextureFrame?
    material.colorTexture = try texture(surface?.child("baseColorTexture"), &frame)
    material.surfaceTexture = try texture(surface?.child("metallicRoughnessTexture"), &frame)
    material.emissionTexture = try texture(object.child("emissiveTexture"), &frame)
    if let normal = object.child("normalTexture") {
      material.normalTexture = try texture(normal, &frame)
      material.normalScale = normal.number("scale", or: 1)
    }
    // Where it shares the picture, as it mostly does.
    if let occlusion = object.child("occlusionTexture"), let surface = surface?.child("metallicRoughnessTexture"),
      try occlusion.count("index") == surface.count("index")
    {
      material.occlusion = occlusion.fraction("strength", or: 1)
    }
    frames.append(frame ?? TextureFrame())
  }

  /// The asset's number of what a material names; nil for nothing, and for what cannot be shown.
  private mutating func texture(_ info: GLTFObject?, _ frame: inout TextureFrame?) throws(FormatError) -> Int? {
    guard let info else { return nil }
    let own = try Self.frame(info)
    guard own == frame ?? own else {
      findings.add("a texture left out: it is placed otherwise than others of its material", at: info.thing)
      return nil
    }
    guard let number = try textureNumber(try info.neededCount("index")) else { return nil }
    frame = own
    return number
  }

  private static func frame(_ info: GLTFObject) throws(FormatError) -> TextureFrame {
    var frame = TextureFrame(set: try info.count("texCoord", or: 0))
    guard let moved = info.child("extensions")?.child("KHR_texture_transform") else { return frame }
    if let offset = try moved.numbers("offset", count: 2) { frame.offset = SIMD2(offset[0], offset[1]) }
    if let scale = try moved.numbers("scale", count: 2) { frame.scale = SIMD2(scale[0], scale[1]) }
    frame.rotation = moved.number("rotation", or: 0)
    frame.set = try moved.count("texCoord", or: frame.set)
    return frame
  }

  private mutating func textureNumber(_ index: Int) throws(FormatError) -> Int? {
    if let known = textureNumbers[index] { return known }
    let object = try document.item(.textures, index)
    let webp = object.child("extensions")?.child("EXT_texture_webp")
    var number: Int?
    var source = try object.count("source")
    if let better = try webp?.count("source") { source = better }
    if let source, let image = try image(source) {
      var texture = ModelTexture(image: image)
      if let index = try object.count("sampler") {
        let sampler = try document.item(.samplers, index)
        let clamp = 33071
        let (across, down) = (try sampler.count("wrapS", or: 0), try sampler.count("wrapT", or: 0))
        texture.repeats = across != clamp || down != clamp
        texture.isCoarse = try sampler.count("magFilter") == 9728
      }
      number = textures.count
      textures.append(texture)
    }
    textureNumbers[index] = .some(number)
    return number
  }

  /// A picture; nil, and noted, for one that cannot be shown.
  private mutating func image(_ index: Int) throws(FormatError) -> Image? {
    if let known = images[index] { return known }
    let object = try document.item(.images, index)
    var image: Image?
    do throws(FormatError) {
      let bytes: [UInt8]
      if let uri = object.string("uri") {
        bytes = try accessors.buffers.contents(of: uri, object.thing)
      } else {
        bytes = try accessors.buffers.bytes(ofView: try object.neededCount("bufferView"))
      }
      let limits = ImageLimits(maximumSide: 8192, maximumByteCount: max(budget.remaining, 4))
      image = try ImageDecoder.decode(bytes, limits: limits)
      try budget.take(image?.byteCount ?? 0, size: 1, for: object.thing)
    } catch {
      image = nil
      findings.add("a picture left out: \(error)", at: object.thing)
    }
    images[index] = .some(image)
    return image
  }
}
