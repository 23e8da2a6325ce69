import Foundation

/// What people look for on a map of the world, and by which names: cities that stand out by more than the people within the limits of a
/// municipality, and places that lists count as cities though nobody looks for them; from common geographic knowledge.
enum KnownCities {
  /// The rank of a city of its country (ISO 3166-1), 1 for those that a map of the world shows.
  static func rank(_ name: String, country: String) -> Int? { ranks["\(country):\(name)"] }

  /// Quarters, districts and suburbs that GeoNames has as cities.
  static func isPart(_ name: String, country: String) -> Bool { parts.contains("\(country):\(name)") }

  /// What GeoNames counts as cities though nobody lives there as it says.
  static func isNone(_ city: GeoNames.City) -> Bool { none.contains("\(city.country):\(city.name)") || wrong.contains(city.id) }

  /// Parts of cities that are as large as cities themselves.
  static func isBorough(_ name: String, country: String) -> Bool { boroughs.contains("\(country):\(name)") }

  /// Countries whose lists count the people of districts, not of cities.
  static let countriesOfDistricts: Set<String> = ["BD", "CD", "CN", "ID", "IN", "MY", "NG", "PH", "PK"]

  /// The name that English maps use, where the list has another.
  static func englishName(_ city: GeoNames.City) -> String {
    if let known = englishNames[city.name] { return known }
    var name = city.name[...]
    // What it lies in, what a census counts of it, and of several names for what is between them the first.
    if let comma = name.firstRange(of: ", ") { name = name[..<comma.lowerBound] }
    if let bracket = name.firstRange(of: " ("), name[bracket.upperBound...].first?.isLowercase == true {
      name = name[..<bracket.lowerBound]
      if name.hasPrefix("City of ") { name = name.dropFirst("City of ".count) }
    }
    let several = name.ranges(of: " / ")
    if several.count > 1 { name = name[..<several[0].lowerBound] }
    for ending in ["-si", "-shi"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
    if city.country == "JP", city.population > leastJapaneseCity, let stem = japaneseStem(name),
      city.alternateNames.contains(stem)
    {
      return stem
    }
    return String(name)
  }

  /// What has more people is no town in Japan, though the list has the name that it had as one, or that of its middle.
  private static let leastJapaneseCity = 50_000.0

  private static func japaneseStem(_ name: Substring) -> String? {
    ["chūō", "chō"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
  }

  /// A name without the marks by which scholars write other scripts in Latin letters, and English maps do not: Mumbai's "Thāne" is Thane
  /// there, and "Kaesŏng" Kaesong. Where they are part of a language, as in Latvia, they stay.
  static func withoutMarks(_ name: String, country: String) -> String {
    // Those of the soft sign.
    if cyrillic.contains(country) { return name.filter { !"'’".contains($0) } }
    let marks = country == "CN" ? tones : marks
    guard country == "CN" || transcribed.contains(country) else { return name }
    let plain = name.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !marks.contains($0.value) }
    return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
  }

  /// Macron, breve, and dot, cedilla, and line below.
  private static let marks: Set<UInt32> = [0x304, 0x306, 0x323, 0x327, 0x331]

  /// Macron, acute, caron, and grave: how a syllable of Chinese is spoken.
  private static let tones: Set<UInt32> = [0x300, 0x301, 0x304, 0x30C]

  /// Countries whose names are written in Cyrillic letters, which have a sign for a soft sound.
  private static let cyrillic: Set<String> = ["BY", "RU", "UA"]

  private static let transcribed: Set<String> = Set(
    "AE AF BD BH BT EG ET IN IQ IR JO JP KH KP KR KW LA LB LK LY MM NP OM PK PS QA SA SD SY TH YE".split(separator: " ")
      .map(String.init))

  /// The name of a city, known by its English name, in its own language or in another, where neither CLDR nor GeoNames says it.
  static func name(of english: String, in language: String) -> String? { otherNames["\(language):\(english)"] }

  private static let otherNames = [
    "de:Cologne": "Köln", "de:Munich": "München", "de:Nuremberg": "Nürnberg", "de:The Hague": "Den Haag",
    "de:Antwerp": "Antwerpen",
    "de:Florence": "Florenz", "de:Venice": "Venedig", "de:Milan": "Mailand", "de:Naples": "Neapel", "de:Genoa": "Genua",
    "de:Geneva": "Genf", "de:Seville": "Sevilla", "de:Kraków": "Krakau", "de:Wrocław": "Breslau", "de:Gdańsk": "Danzig",
    "de:Gothenburg": "Göteborg", "de:Nice": "Nizza", "de:Strasbourg": "Straßburg", "de:Saint Petersburg": "Sankt Petersburg",
    "es:Seville": "Sevilla", "es:Cologne": "Colonia", "es:Munich": "Múnich", "es:Geneva": "Ginebra", "es:Florence": "Florencia",
    "es:Venice": "Venecia", "es:Milan": "Milán", "es:Naples": "Nápoles", "es:New York": "Nueva York", "fi:Gothenburg": "Göteborg",
    "fi:Saint Petersburg": "Pietari", "fi:Venice": "Venetsia", "fi:Florence": "Firenze", "fr:Antwerp": "Anvers",
    "fr:Geneva": "Genève",
    "fr:The Hague": "La Haye", "fr:Munich": "Munich", "fr:Nuremberg": "Nuremberg", "fr:Venice": "Venise", "fr:Seville": "Séville",
    "fr:Naples": "Naples", "fr:Genoa": "Gênes", "fr:Montreal": "Montréal", "fr:Quebec": "Québec", "fr:Barcelona": "Barcelone",
    "fr:Saint Petersburg": "Saint-Pétersbourg", "it:Florence": "Firenze", "it:Venice": "Venezia", "it:Milan": "Milano",
    "it:Turin": "Torino", "it:Naples": "Napoli", "it:Genoa": "Genova", "it:Padua": "Padova", "it:Munich": "Monaco di Baviera",
    "it:Cologne": "Colonia", "it:Barcelona": "Barcellona", "it:Marseille": "Marsiglia", "it:Lyon": "Lione", "it:Nice": "Nizza",
    "it:Geneva": "Ginevra", "nl:The Hague": "Den Haag", "nl:Antwerp": "Antwerpen", "nl:Cologne": "Keulen", "nl:Lille": "Rijsel",
    "pt:New York": "Nova York", "ru:Saint Petersburg": "Санкт-Петербург", "sv:Gothenburg": "Göteborg", "sv:Turku": "Åbo",
    "sv:Tampere": "Tammerfors",
  ]

  private static let lists: [Int: String] = [
    1: """
    AR:Buenos Aires,AU:Sydney,BR:São Paulo,CD:Kinshasa,CN:Beijing,CN:Shanghai,EG:Cairo,FR:Paris,GB:London,HK:Hong Kong,ID:Jakarta,
    IN:Delhi,IN:Mumbai,IR:Tehran,JP:Tokyo,KE:Nairobi,KR:Seoul,MX:Mexico City,NG:Lagos,PE:Lima,PK:Karachi,RU:Moscow,SG:Singapore,
    TH:Bangkok,TR:Istanbul,US:Los Angeles,US:New York City,ZA:Johannesburg
    """,
    2: """
    AE:Dubai,AF:Kabul,AO:Luanda,AT:Vienna,AU:Melbourne,AU:Perth,BD:Dhaka,BR:Rio de Janeiro,CA:Montréal,CA:Toronto,CA:Vancouver,
    CI:Abidjan,
    CL:Santiago,CN:Chengdu,CN:Chongqing,CN:Guangzhou,CN:Wuhan,CN:Xi’an,CO:Bogotá,CU:Havana,DE:Berlin,DZ:Algiers,ES:Madrid,
    ET:Addis Ababa,GH:Accra,GR:Athens,IN:Bengaluru,IN:Chennai,IN:Kolkata,IQ:Baghdad,IT:Rome,JP:Osaka,MA:Casablanca,MM:Yangon,
    MY:Kuala Lumpur,NZ:Auckland,PH:Manila,PL:Warsaw,RU:Novosibirsk,RU:Saint Petersburg,SA:Riyadh,SD:Khartoum,SE:Stockholm,SN:Dakar,
    TW:Taipei,TZ:Dar es Salaam,UA:Kyiv,US:Chicago,US:Houston,US:Miami,US:San Francisco,US:Washington,UZ:Tashkent,VE:Caracas,VN:Hanoi,
    VN:Ho Chi Minh City,ZA:Cape Town
    """,
    3: """
    AU:Adelaide,AU:Brisbane,AU:Canberra,BE:Brussels,BO:La Paz,BO:Santa Cruz de la Sierra,BR:Belo Horizonte,BR:Fortaleza,BR:Manaus,BR:Porto Alegre,
    BR:Recife,BR:Salvador,CA:Calgary,CA:Edmonton,CA:Winnipeg,CD:Lubumbashi,CH:Zürich,CM:Douala,CN:Dalian,CN:Guiyang,
    CN:Hangzhou,CN:Harbin,CN:Kunming,CN:Lanzhou,CN:Nanjing,CN:Qingdao,CN:Shenyang,CN:Shenzhen,CN:Tianjin,CN:Zhengzhou,CN:Ürümqi,
    CO:Cali,CO:Medellín,CZ:Prague,DE:Frankfurt am Main,DE:Hamburg,DE:Köln,DE:Munich,DK:Copenhagen,EC:Guayaquil,EG:Alexandria,
    ES:Barcelona,ES:Sevilla,ES:Valencia,FR:Bordeaux,FR:Lyon,FR:Marseille,GB:Birmingham,GB:Edinburgh,GB:Glasgow,GB:Manchester,
    HU:Budapest,ID:Medan,ID:Surabaya,ID:Makassar,IE:Dublin,IN:Ahmedabad,IN:Hyderabad,IN:Jaipur,IN:Lucknow,IN:Pune,IQ:Basrah,
    IR:Isfahan,IR:Mashhad,IT:Milan,IT:Naples,JP:Fukuoka,JP:Nagoya,JP:Sapporo,KE:Mombasa,KR:Busan,KZ:Almaty,LY:Benghazi,MA:Marrakesh,
    MM:Mandalay,MX:Guadalajara,MX:Monterrey,MX:Tijuana,NG:Abuja,NG:Kano,NL:Amsterdam,NZ:Christchurch,PH:Cebu City,PH:Davao,PK:Lahore,
    PT:Lisbon,PT:Porto,RO:Bucharest,RU:Irkutsk,RU:Kazan,RU:Krasnoyarsk,RU:Omsk,RU:Rostov-on-Don,RU:Vladivostok,RU:Yekaterinburg,
    RU:Yakutsk,SA:Jeddah,SA:Makkah,TR:Ankara,TR:İzmir,TW:Kaohsiung,UA:Kharkiv,UA:Odesa,US:Anchorage,US:Atlanta,US:Boston,US:Dallas,
    US:Denver,US:Detroit,US:Honolulu,US:Las Vegas,US:Minneapolis,US:New Orleans,US:Philadelphia,US:Phoenix,US:Salt Lake City,
    US:San Diego,US:Seattle,US:St. Louis,VN:Da Nang,ZA:Durban
    """,
    4: """
    AR:Córdoba,AR:Mendoza,AR:Rosario,AR:Ushuaia,AU:Cairns,AU:Darwin,AU:Hobart,BE:Antwerp,BR:Belém,BR:Curitiba,BR:Florianópolis,
    CA:Halifax,CA:Québec,CH:Geneva,CL:Antofagasta,CL:Concepción,CL:Punta Arenas,CN:Changsha,CN:Fuzhou,CN:Hefei,CN:Jinan,CN:Nanning,
    CN:Ningbo,CN:Shijiazhuang,CN:Suzhou,CN:Taiyuan,CN:Wenzhou,CN:Xiamen,CN:Changchun,CN:Hohhot,CN:Xining,CN:Yinchuan,CO:Cartagena,
    CO:Barranquilla,CU:Santiago de Cuba,DE:Bremen,DE:Dresden,DE:Düsseldorf,DE:Hannover,DE:Leipzig,DE:Nuremberg,DE:Stuttgart,DZ:Oran,
    EG:Aswān,EG:Luxor,ES:Bilbao,ES:Málaga,ES:Palma,ES:Zaragoza,FI:Oulu,FI:Tampere,FI:Turku,FR:Lille,FR:Nantes,FR:Nice,FR:Strasbourg,
    FR:Toulouse,GB:Belfast,GB:Bristol,GB:Cardiff,GB:Leeds,GB:Liverpool,GB:Newcastle upon Tyne,GR:Thessaloníki,IL:Tel Aviv,IN:Indore,
    IN:Kanpur,IN:Kochi,IN:Nagpur,IN:Patna,IN:Surat,IN:Varanasi,IN:Visakhapatnam,IQ:Mosul,IR:Shiraz,IR:Tabriz,IT:Bologna,IT:Florence,
    IT:Genoa,IT:Palermo,IT:Turin,IT:Venice,IT:Bari,JP:Hiroshima,JP:Kyoto,JP:Sendai,JP:Yokohama,JP:Naha,KR:Daegu,KR:Gwangju,MA:Fes,
    MX:Cancún,MX:Mérida,MX:Puebla,NG:Ibadan,NL:Rotterdam,NO:Bergen,NO:Tromsø,NO:Trondheim,NP:Kathmandu,PE:Arequipa,PE:Cusco,
    PK:Peshawar,PK:Quetta,PL:Gdańsk,PL:Kraków,PL:Wrocław,PL:Poznań,RO:Cluj-Napoca,RU:Arkhangel’sk,RU:Chelyabinsk,RU:Khabarovsk,
    RU:Krasnodar,RU:Murmansk,RU:Nizhniy Novgorod,RU:Norilsk,RU:Perm,RU:Samara,RU:Sochi,RU:Ufa,RU:Volgograd,RU:Voronezh,SA:Madinah,
    SE:Gothenburg,SE:Malmö,SY:Aleppo,TR:Antalya,TR:Bursa,TR:Adana,TR:Trabzon,UA:Lviv,UA:Dnipro,UA:Donetsk,US:Albuquerque,US:Austin,
    US:Baltimore,US:Boise,US:Buffalo,US:Charlotte,US:Cincinnati,US:Cleveland,US:Columbus,US:El Paso,US:Fairbanks,US:Indianapolis,
    US:Jacksonville,US:Kansas City,US:Memphis,US:Milwaukee,US:Nashville,US:Oklahoma City,US:Omaha,US:Orlando,US:Pittsburgh,US:Portland,
    US:Raleigh,US:Sacramento,US:San Antonio,US:San Jose,US:Tampa,UZ:Samarkand,VE:Maracaibo,YE:Aden,ZA:Gqeberha,ZA:Pretoria
    """,
  ]

  private static let ranks: [String: Int] = {
    var ranks: [String: Int] = [:]
    for (rank, list) in lists {
      for city in list.split(whereSeparator: { ",\n".contains($0) }) { ranks[String(city)] = rank }
    }
    return ranks
  }()

  private static let none: Set<String> = ["DK:Klinteby Frihed", "FR:Gare", "HK:Hong Kong Island", "HK:Victoria"]

  /// By their numbers in GeoNames: of Guangdong and Henan, with the people of what they lie in, Tokyo's Bunkyo at a quarter of that name
  /// elsewhere, and a quarter called as a town near by.
  private static let wrong: Set<UInt64> = [1_796_989, 1_815_463, 11_790_632, 10_866_536]

  private static let boroughs: Set<String> = Set(
    """
    MX:Guadalupe,MX:Tlaquepaque,MX:Zapopan,PH:Caloocan,PH:Las Piñas,PH:Quezon City,PH:Taguig,SN:Pikine
    """.split(separator: ",").map(String.init))

  private static let parts: Set<String> = Set(
    """
    CN:Chongming,CN:Chéngguān Qū,CN:Fuling,CN:Guankou,CN:Gujangbagh,CN:Gunan,CN:Hechuan,CN:Jiading,CN:Jinshan,CN:Longling County,
    CN:Qingpu,CN:Songjiang,CN:Wanxian,CN:Wanzhou,CN:Wuzhong,HK:New Territories,IN:Kallakurichi,IN:Kanayannur,IN:Najafgarh,IN:Narela,
    IN:Nowrangapur,IN:Rasapūdipalem,IN:Teni,JP:Aihara,JP:Honchō,JP:Kotō,JP:Minato,JP:Shinagawa,JP:Suginami,KY:Kota Kuala Muda,
    MY:Bukit Rahman Putra,MY:Kampung Baru Subang,MY:Kampung Kangkar Teberau,MY:Kampung Larkin Lama,MY:Kota Damansara,MY:Kota Kuala Muda,
    MY:Mukim Pulai,MY:Pelentong,MY:Selayang Baru Utara,PH:Budta,PH:Malingao,PH:Mansilingan,PH:NIA Valencia,PK:Bannu,PK:Battagram,
    PK:Bhawana,PK:Chunian,PK:Tando Bago,TR:Beylikdüzü,TR:Sultanbeyli,UA:Pravyi Bereh,GB:Saint Peters,US:Cape Coral,US:Tri-Cities,
    VN:Cần Giờ
    """.split(whereSeparator: { ",\n".contains($0) }).map(String.init))

  private static let englishNames = [
    "Arkhangel’sk": "Arkhangelsk", "Donostia / San Sebastián": "San Sebastián", "Jerez de la Frontera": "Jerez",
    "Köln": "Cologne",
    "Kryvyy Rih": "Kryvyi Rih", "León de los Aldama": "León", "Madinah": "Medina", "Makkah": "Mecca", "Montréal": "Montreal",
    "Naberezhnyye Chelny": "Naberezhnye Chelny", "New York City": "New York", "Nizhniy Novgorod": "Nizhny Novgorod",
    "Orël": "Oryol",
    "Québec": "Quebec", "Ryazan’": "Ryazan", "Sevilla": "Seville", "Staryy Oskol": "Stary Oskol", "Thessaloníki": "Thessaloniki",
    "Ulan Bator": "Ulaanbaatar", "Zhu Cheng City": "Zhucheng", "Zürich": "Zurich", "Århus": "Aarhus", "Nay Pyi Taw": "Naypyidaw",
    "Marne La Vallée": "Marne-la-Vallée", "Guōlèmùdé": "Golmud",
    "Edogawe": "Edogawa", "Tamanghasset": "Tamanrasset", "Universitäts- und Hansestadt Greifswald": "Greifswald",
  ]
}
