/// Words of streets and places that people abbreviate.
enum StreetWords {
  /// What an abbreviation may stand for, folded; the usual one first.
  static let meanings: [String: [String]] = {
    var meanings: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard let full = parts.first else { continue }
      for short in parts.dropFirst() where meanings[short]?.contains(full) != true { meanings[short, default: []].append(full) }
    }
    return meanings
  }()

  private static let scalars: [[UInt32]: [[UInt32]]] = {
    var result: [[UInt32]: [[UInt32]]] = [:]
    for (short, full) in meanings {
      result[NameFolding.scalars(ofWord: short)] = full.map { NameFolding.scalars(ofWord: $0) }
    }
    return result
  }()

  private static let shortStreet = NameFolding.scalars(ofWord: "str")
  private static let street = NameFolding.scalars(ofWord: "strasse")
  private static let saint = NameFolding.scalars(ofWord: "saint")
  private static let st = NameFolding.scalars(ofWord: "st")
  private static let english = NameFolding.scalars(ofWord: "street")
  private static let doctor = NameFolding.scalars(ofWord: "dr")
  private static let drive = NameFolding.scalars(ofWord: "drive")

  /// What a word that is typed may stand for besides itself.
  static func meanings(of word: [UInt32]) -> [[UInt32]] {
    if let full = scalars[word] { return full }
    if word.count > 4, word.suffix(3) == shortStreet[...] { return [word.dropLast(3) + street] }
    return []
  }

  /// The words of a name with every abbreviation written out. "St" and "Dr" are a saint and a doctor in front and a street and a
  /// drive at the end.
  static func writtenOut(_ words: [[UInt32]]) -> [[UInt32]] {
    words.enumerated().map { index, word in
      if word == st { return index == words.count - 1 && index > 0 ? english : saint }
      if word == doctor { return index == words.count - 1 && index > 0 ? drive : word }
      guard words.count > 1 || word.count > 4 else { return word }
      return meanings(of: word).first ?? word
    }
  }

  /// Each line: the word, and what stands for it.
  private static let table = """
    street st str
    strasse str
    saint st ste
    sankt st skt
    santo sto st
    santa sta
    avenue ave av aven avda
    avenida av avda avd avenida
    boulevard blvd boul bd bvd bld
    road rd
    drive dr
    doctor dr
    lane ln
    court ct crt
    place pl
    plaza plz pza pl
    platz pl
    square sq
    terrace ter terr
    parkway pkwy pky
    highway hwy hgwy
    expressway expy expwy
    freeway fwy
    turnpike tpke
    crescent cres crs
    circle cir
    close cl
    gardens gdns
    grove gr
    heights hts
    mount mt
    mountain mtn
    fort ft
    point pt
    center ctr
    centre ctr
    junction jct
    station stn sta
    bridge brg
    building bldg
    north n no
    south s so
    east e
    west w
    northeast ne
    northwest nw
    southeast se
    southwest sw
    nord n
    sud s
    ost o
    rue r
    chemin ch che
    route rte
    impasse imp
    allee al all
    faubourg fg fbg
    residence res
    quai q
    sainte ste
    weg w
    gasse g
    bahnhof bhf bf
    hauptbahnhof hbf
    calle c cl
    carretera ctra crta
    camino cno
    paseo pso po
    travesia trav
    glorieta gta
    urbanizacion urb
    via v
    viale vle
    piazza pza pzza p
    piazzale ple
    corso cso
    largo lgo
    vicolo vlo
    rua r
    praca pca pc
    travessa tv tr
    alameda al
    straat str
    laan ln
    plein pln
    steenweg stwg
    gatan g
    gata g
    vagen v
    vag v
    katu k
    tie t
    kuja kj
    tori tr
    ulica ul
    aleja al
    plac pl
    osiedle os
    улица ул
    проспект пр просп пркт
    площадь пл
    переулок пер
    бульвар бул б
    шоссе ш
    набережная наб
    проезд прд
    first 1st
    second 2nd
    third 3rd
    fourth 4th
    fifth 5th
    sixth 6th
    seventh 7th
    eighth 8th
    ninth 9th
    tenth 10th
    """
}
