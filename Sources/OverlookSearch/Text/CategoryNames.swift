/// What kinds of places are called, in the languages of the interface.
enum CategoryNames {
  /// The languages, in the order of the names.
  static let languages = ["en", "de", "fr", "es", "it", "nl", "fi", "sv", "pt", "pl", "ru", "ja", "ar"]

  private static let names: [String: [[String]]] = {
    var names: [String: [[String]]] = [:]
    for line in table.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard let kind = cells.first else { continue }
      names[kind] = cells.dropFirst().map { $0.split(separator: ",").map(String.init) }
    }
    return names
  }()

  /// The kinds by the folded words of their names.
  private static let kinds: [[[UInt32]]: [String]] = {
    var kinds: [[[UInt32]]: [String]] = [:]
    for (kind, languages) in names.sorted(by: { $0.key < $1.key }) {
      for name in languages.joined() {
        for words in NameVariants.variants(of: name) where kinds[words]?.contains(kind) != true {
          kinds[words, default: []].append(kind)
        }
      }
      let own = NameFolding.words(kind)
      if kinds[own]?.contains(kind) != true { kinds[own, default: []].append(kind) }
    }
    return kinds
  }()

  static func isCategory(_ kind: String) -> Bool { names[kind] != nil }

  /// What a kind is called; its own word where the language has no other.
  static func name(of kind: String, language: String) -> String {
    let column = languages.firstIndex(of: String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()) ?? 0
    guard let row = names[kind], column < row.count, let name = row[column].first else {
      return kind.replacing("_", with: " ")
    }
    return name
  }

  /// The kinds that words name.
  static func kinds(named words: [[UInt32]]) -> [String] { kinds[words] ?? [] }

  /// The kinds of which a name begins with the words, the last of which may be unfinished; names of which less is missing first.
  static func kinds(beginningWith words: [[UInt32]]) -> [String] {
    guard let last = words.last, words.joined().count >= 3 else { return [] }
    var found: [(missing: Int, kind: String)] = []
    for (name, kinds) in kinds where name.count >= words.count && name[words.count - 1].starts(with: last) {
      guard name.prefix(words.count - 1) == words.dropLast() else { continue }
      let missing = name.joined().count - words.joined().count
      found += kinds.map { (missing, $0) }
    }
    return found.sorted { ($0.missing, $0.kind) < ($1.missing, $1.kind) }.map(\.kind)
  }

  /// A line a kind; names of a language are parted by commas, the usual one first.
  private static let table = """
    pharmacy|pharmacy,chemist,drugstore|Apotheke|pharmacie|farmacia|farmacia|apotheek|apteekki|apotek|farmácia|apteka|аптека|薬局|صيدلية
    hospital|hospital|Krankenhaus,Klinik,Klinikum,Spital|hôpital|hospital|ospedale|ziekenhuis|sairaala|sjukhus|hospital|szpital|больница|病院|مستشفى
    doctors|doctor,doctors,physician|Arzt,Arztpraxis|médecin|médico|medico|huisarts,dokter|lääkäri|läkare|médico|lekarz|врач|医院,診療所|طبيب
    dentist|dentist|Zahnarzt|dentiste|dentista|dentista|tandarts|hammaslääkäri|tandläkare|dentista|dentysta|стоматолог|歯科|طبيب أسنان
    clinic|clinic|Ambulanz,Poliklinik|clinique|clínica|clinica|kliniek|klinikka|klinik|clínica|klinika|поликлиника|クリニック|عيادة
    veterinary|vet,veterinary|Tierarzt|vétérinaire|veterinario|veterinario|dierenarts|eläinlääkäri|veterinär|veterinário|weterynarz|ветеринар|動物病院|طبيب بيطري
    restaurant|restaurant|Restaurant,Gaststätte|restaurant|restaurante|ristorante|restaurant|ravintola|restaurang|restaurante|restauracja|ресторан|レストラン|مطعم
    fast_food|fast food,takeaway|Imbiss,Schnellrestaurant|restauration rapide|comida rápida|fast food|snackbar|pikaruoka|snabbmat|fast-food|fast food|фастфуд|ファストフード|وجبات سريعة
    cafe|cafe,coffee,coffee shop|Café,Kaffee|café|cafetería,café|caffè,bar|café|kahvila|kafé|café|kawiarnia|кафе|カフェ,喫茶店|مقهى
    bar|bar|Bar|bar|bar|bar|bar|baari|bar|bar|bar|бар|バー|بار
    pub|pub|Kneipe|pub|pub|pub|kroeg|pubi|pub|pub|pub|паб|パブ|حانة
    biergarten|beer garden|Biergarten|brasserie en plein air|terraza de cerveza|birreria all'aperto|biertuin|olutpuutarha|ölträdgård|jardim de cerveja|ogródek piwny|пивной сад|ビアガーデン|حديقة
    ice_cream|ice cream|Eisdiele,Eiscafé|glacier|heladería|gelateria|ijssalon|jäätelö|glass|gelataria|lodziarnia|мороженое|アイスクリーム|آيس كريم
    supermarket|supermarket,grocery,groceries|Supermarkt|supermarché|supermercado|supermercato|supermarkt|supermarket,ruokakauppa|mataffär|supermercado|supermarket|супермаркет|スーパー,スーパーマーケット|سوبرماركت
    convenience|convenience store|Spätkauf,Kiosk|épicerie,supérette|tienda|minimarket|buurtwinkel|lähikauppa|närbutik|conveniência|sklep spożywczy|продукты|コンビニ,コンビニエンスストア|بقالة
    bakery|bakery|Bäckerei,Bäcker|boulangerie|panadería|panificio,panetteria|bakkerij|leipomo|bageri|padaria|piekarnia|пекарня|パン屋|مخبز
    butcher|butcher|Fleischerei,Metzgerei,Fleischer,Metzger|boucherie|carnicería|macelleria|slager|lihakauppa|slaktare|talho|rzeźnik|мясо|肉屋|ملحمة
    clothes|clothes shop,clothing|Bekleidung,Kleidung|vêtements|ropa|abbigliamento|kledingwinkel|vaatekauppa|kläder|roupas|odzież|одежда|衣料品|ملابس
    chemist|drugstore,toiletries|Drogerie|droguerie|droguería|profumeria|drogist|kemikalio|kemikalier|drogaria|drogeria|бытовая химия|ドラッグストア|مستحضرات
    hairdresser|hairdresser,barber|Friseur|coiffeur|peluquería|parrucchiere|kapper|kampaamo,parturi|frisör|cabeleireiro|fryzjer|парикмахерская|美容院|حلاق
    florist|florist,flowers|Blumenladen,Blumen|fleuriste|floristería|fioraio|bloemist|kukkakauppa|florist|florista|kwiaciarnia|цветы|花屋|زهور
    books|bookshop,bookstore|Buchhandlung|librairie|librería|libreria|boekhandel|kirjakauppa|bokhandel|livraria|księgarnia|книги|本屋,書店|مكتبة كتب
    bicycle|bicycle shop,bike shop|Fahrradladen|magasin de vélos|tienda de bicicletas|negozio di biciclette|fietsenwinkel|pyöräkauppa|cykelaffär|loja de bicicletas|sklep rowerowy|велосипеды|自転車店|دراجات
    hardware|hardware store|Eisenwaren|quincaillerie|ferretería|ferramenta|ijzerwinkel|rautakauppa|järnaffär|loja de ferragens|sklep żelazny|хозтовары|金物屋|أدوات
    doityourself|DIY store|Baumarkt|bricolage|bricolaje|fai da te|bouwmarkt|rautakauppa|byggvaruhus|bricolagem|market budowlany|стройматериалы|ホームセンター|مواد بناء
    mall|mall,shopping centre,shopping center|Einkaufszentrum|centre commercial|centro comercial|centro commerciale|winkelcentrum|ostoskeskus|köpcentrum|shopping|galeria handlowa|торговый центр|ショッピングモール|مركز تسوق
    department_store|department store|Kaufhaus|grand magasin|grandes almacenes|grande magazzino|warenhuis|tavaratalo|varuhus|loja de departamentos|dom towarowy|универмаг|デパート,百貨店|متجر
    kiosk|kiosk,newsagent|Kiosk|kiosque|quiosco|edicola|kiosk|kioski|kiosk|quiosque|kiosk|киоск|売店|كشك
    bank|bank|Bank,Sparkasse|banque|banco|banca|bank|pankki|bank|banco|bank|банк|銀行|بنك,مصرف
    atm|ATM,cash machine|Geldautomat,Bankautomat|distributeur,distributeur de billets|cajero,cajero automático|bancomat|geldautomaat|pankkiautomaatti,otto|bankomat|caixa eletrónico,multibanco|bankomat|банкомат|ATM,現金自動預払機|صراف آلي
    post_office|post office|Post,Postamt|poste,bureau de poste|correos|ufficio postale,posta|postkantoor|posti|postkontor|correios|poczta|почта|郵便局|مكتب بريد
    post_box|post box,mailbox|Briefkasten|boîte aux lettres|buzón|cassetta postale|brievenbus|postilaatikko|brevlåda|caixa de correio|skrzynka pocztowa|почтовый ящик|郵便ポスト|صندوق بريد
    police|police,police station|Polizei|police|policía|polizia|politie|poliisi|polis|polícia|policja|полиция|警察,交番|شرطة
    fire_station|fire station|Feuerwehr|pompiers,caserne de pompiers|bomberos|vigili del fuoco|brandweer|paloasema|brandstation|bombeiros|straż pożarna|пожарная часть|消防署|إطفاء
    school|school|Schule|école|escuela,colegio|scuola|school|koulu|skola|escola|szkoła|школа|学校|مدرسة
    kindergarten|kindergarten,nursery,preschool|Kindergarten,Kita|crèche,maternelle|guardería|asilo|kleuterschool,kinderdagverblijf|päiväkoti|förskola|jardim de infância|przedszkole|детский сад|幼稚園,保育園|روضة
    university|university|Universität,Hochschule|université|universidad|università|universiteit|yliopisto|universitet|universidade|uniwersytet|университет|大学|جامعة
    library|library|Bibliothek,Bücherei|bibliothèque|biblioteca|biblioteca|bibliotheek|kirjasto|bibliotek|biblioteca|biblioteka|библиотека|図書館|مكتبة
    townhall|town hall,city hall|Rathaus|mairie,hôtel de ville|ayuntamiento|municipio|gemeentehuis,stadhuis|kaupungintalo|stadshus|câmara municipal,prefeitura|ratusz|ратуша,мэрия|市役所,役所|بلدية
    courthouse|court,courthouse|Gericht|tribunal|juzgado|tribunale|rechtbank|oikeustalo|domstol|tribunal|sąd|суд|裁判所|محكمة
    embassy|embassy|Botschaft|ambassade|embajada|ambasciata|ambassade|suurlähetystö|ambassad|embaixada|ambasada|посольство|大使館|سفارة
    place_of_worship|church,place of worship,mosque,temple,synagogue|Kirche,Moschee,Gotteshaus|église,mosquée|iglesia,mezquita|chiesa|kerk,moskee|kirkko,moskeija|kyrka|igreja|kościół|церковь,мечеть|教会,神社,寺|مسجد,كنيسة
    cinema|cinema,movie theater|Kino|cinéma|cine|cinema|bioscoop|elokuvateatteri|bio,biograf|cinema|kino|кинотеатр|映画館|سينما
    theatre|theatre,theater|Theater|théâtre|teatro|teatro|theater|teatteri|teater|teatro|teatr|театр|劇場|مسرح
    museum|museum|Museum|musée|museo|museo|museum|museo|museum|museu|muzeum|музей|博物館,美術館|متحف
    attraction|attraction,sight|Sehenswürdigkeit|attraction|atracción|attrazione|bezienswaardigheid|nähtävyys|sevärdhet|atração|atrakcja|достопримечательность|観光名所|معلم سياحي
    viewpoint|viewpoint|Aussichtspunkt|point de vue|mirador|belvedere|uitzichtpunt|näköalapaikka|utsiktsplats|miradouro|punkt widokowy|смотровая площадка|展望台|نقطة مشاهدة
    hotel|hotel|Hotel|hôtel|hotel|hotel,albergo|hotel|hotelli|hotell|hotel|hotel|гостиница,отель|ホテル|فندق
    hostel|hostel|Jugendherberge,Hostel|auberge de jeunesse|albergue|ostello|hostel|hostelli|vandrarhem|albergue|hostel|хостел|ホステル|نزل
    guest_house|guest house,bed and breakfast|Pension|maison d'hôtes|casa de huéspedes|pensione|pension|majatalo|pensionat|pousada|pensjonat|гостевой дом|民宿,旅館|بيت ضيافة
    camp_site|campsite,camping|Campingplatz,Camping|camping|camping|campeggio|camping|leirintäalue|camping|parque de campismo|kemping|кемпинг|キャンプ場|مخيم
    information|tourist information,information|Touristeninformation,Information|office de tourisme|información turística|informazioni turistiche|toeristeninformatie|matkailuneuvonta|turistinformation|informação turística|informacja turystyczna|информация|観光案内所|معلومات
    park|park|Park|parc|parque|parco|park|puisto|park|parque|park|парк|公園|حديقة,منتزه
    playground|playground|Spielplatz|aire de jeux|parque infantil|parco giochi|speeltuin|leikkipuisto|lekplats|parque infantil|plac zabaw|детская площадка|遊び場|ملعب أطفال
    sports_centre|sports centre,sports center|Sporthalle,Sportzentrum|centre sportif|polideportivo|centro sportivo|sporthal|urheilukeskus|sporthall|centro desportivo|centrum sportowe|спорткомплекс|スポーツセンター|مركز رياضي
    fitness_centre|gym,fitness|Fitnessstudio|salle de sport|gimnasio|palestra|sportschool|kuntosali|gym|ginásio|siłownia|фитнес|ジム|نادي رياضي
    stadium|stadium|Stadion|stade|estadio|stadio|stadion|stadion|stadion|estádio|stadion|стадион|スタジアム|ملعب
    swimming_area|swimming,bathing place|Badestelle,Strandbad|baignade|zona de baño|balneazione|zwemplaats|uimaranta|badplats|zona balnear|kąpielisko|купание|海水浴場|سباحة
    zoo|zoo|Zoo,Tierpark|zoo|zoo|zoo|dierentuin|eläintarha|djurpark|jardim zoológico|zoo|зоопарк|動物園|حديقة حيوان
    cemetery|cemetery|Friedhof|cimetière|cementerio|cimitero|begraafplaats|hautausmaa|kyrkogård|cemitério|cmentarz|кладбище|墓地|مقبرة
    beach|beach|Strand|plage|playa|spiaggia|strand|ranta|strand|praia|plaża|пляж|ビーチ|شاطئ
    parking|parking,car park,parking lot|Parkplatz,Parkhaus|parking|aparcamiento,estacionamiento|parcheggio|parkeerplaats,parking|pysäköinti,parkkipaikka|parkering|estacionamento|parking|парковка|駐車場|موقف سيارات
    fuel|petrol station,gas station,fuel,filling station|Tankstelle|station-service,essence|gasolinera|distributore,benzinaio|tankstation,benzinestation|huoltoasema,bensa-asema|bensinstation|posto de gasolina,bomba de gasolina|stacja benzynowa|заправка,АЗС|ガソリンスタンド|محطة وقود
    charging_station|charging station,EV charging|Ladestation,Ladesäule|borne de recharge|punto de recarga|colonnina di ricarica|laadpaal|latausasema|laddstation|posto de carregamento|stacja ładowania|зарядная станция|充電スタンド|محطة شحن
    car_wash|car wash|Waschanlage,Autowäsche|lavage auto|lavado de coches|autolavaggio|autowasstraat|autopesula|biltvätt|lavagem de carros|myjnia|автомойка|洗車場|غسيل سيارات
    car_repair|car repair,garage|Autowerkstatt,Werkstatt|garage,réparation auto|taller|officina|garage|autokorjaamo|bilverkstad|oficina|warsztat samochodowy|автосервис|自動車修理|تصليح سيارات
    car_rental|car rental|Autovermietung|location de voitures|alquiler de coches|autonoleggio|autoverhuur|autovuokraamo|biluthyrning|aluguer de carros|wypożyczalnia samochodów|прокат автомобилей|レンタカー|تأجير سيارات
    bicycle_rental|bicycle rental,bike rental|Fahrradverleih|location de vélos|alquiler de bicicletas|noleggio biciclette|fietsverhuur|pyörävuokraus,kaupunkipyörä|cykeluthyrning|aluguer de bicicletas|wypożyczalnia rowerów|прокат велосипедов|レンタサイクル|تأجير دراجات
    taxi|taxi,taxi rank|Taxi,Taxistand|taxi|taxi|taxi|taxi|taksi|taxi|táxi|taksówka|такси|タクシー|تاكسي
    bus_station|bus station|Busbahnhof,ZOB|gare routière|estación de autobuses|autostazione|busstation|linja-autoasema|busstation|rodoviária|dworzec autobusowy|автовокзал|バスターミナル|محطة حافلات
    bus_stop|bus stop|Bushaltestelle,Haltestelle|arrêt de bus|parada de autobús|fermata dell'autobus|bushalte|bussipysäkki|busshållplats|paragem de autocarro|przystanek autobusowy|автобусная остановка|バス停|موقف حافلات
    tram_stop|tram stop|Straßenbahnhaltestelle|arrêt de tram|parada de tranvía|fermata del tram|tramhalte|raitiovaunupysäkki|spårvagnshållplats|paragem de elétrico|przystanek tramwajowy|трамвайная остановка|電停|محطة ترام
    station|station,train station,railway station|Bahnhof|gare|estación,estación de tren|stazione|station,treinstation|rautatieasema,asema|station,järnvägsstation|estação|dworzec,stacja|вокзал,станция|駅|محطة قطار
    airport|airport|Flughafen,Flugplatz|aéroport|aeropuerto|aeroporto|luchthaven,vliegveld|lentoasema,lentokenttä|flygplats|aeroporto|lotnisko|аэропорт|空港|مطار
    ferry_terminal|ferry,ferry terminal|Fähre,Fährhafen|ferry,gare maritime|ferry|traghetto|veerboot|lautta|färja|ferry|prom|паром|フェリー|عبارة
    toilets|toilets,toilet,restroom,WC|Toilette,WC,Klo|toilettes,WC|aseos,baños,servicios|bagni,toilette|toilet,wc|vessa,wc|toalett|casa de banho,banheiro|toaleta|туалет|トイレ,お手洗い|مرحاض,حمام
    drinking_water|drinking water|Trinkwasser|eau potable|agua potable|acqua potabile|drinkwater|juomavesi|dricksvatten|água potável|woda pitna|питьевая вода|水飲み場|مياه شرب
    fountain|fountain|Brunnen,Springbrunnen|fontaine|fuente|fontana|fontein|suihkulähde|fontän|fonte|fontanna|фонтан|噴水|نافورة
    marketplace|market,marketplace|Markt,Wochenmarkt|marché|mercado|mercato|markt|tori,kauppatori|marknad,torg|mercado|targ|рынок|市場|سوق
    recycling|recycling|Wertstoffhof,Recycling|recyclage,déchetterie|reciclaje|riciclaggio|recycling|kierrätys|återvinning|reciclagem|recykling|переработка|リサイクル|إعادة تدوير
    castle|castle|Schloss,Burg|château|castillo|castello|kasteel|linna|slott|castelo|zamek|замок|城|قلعة
    monument|monument|Denkmal|monument|monumento|monumento|monument|muistomerkki|monument|monumento|pomnik|памятник|記念碑|نصب تذكاري
    memorial|memorial|Gedenkstätte,Mahnmal|mémorial|monumento conmemorativo|memoriale|gedenkteken|muistomerkki|minnesmärke|memorial|miejsce pamięci|мемориал|慰霊碑|نصب
    artwork|artwork,sculpture|Kunstwerk|œuvre d'art|obra de arte|opera d'arte|kunstwerk|taideteos|konstverk|obra de arte|dzieło sztuki|скульптура|芸術作品|عمل فني
    defibrillator|defibrillator,AED|Defibrillator|défibrillateur|desfibrilador|defibrillatore|defibrillator,AED|defibrillaattori|hjärtstartare|desfibrilhador|defibrylator|дефибриллятор|AED|مزيل الرجفان
    nightclub|nightclub,club|Diskothek,Nachtclub|boîte de nuit|discoteca|discoteca|nachtclub|yökerho|nattklubb|discoteca|klub nocny|ночной клуб|ナイトクラブ|ملهى ليلي
    bench|bench|Sitzbank|banc|banco de sentarse|panchina|bank om te zitten|penkki|bänk|banco de jardim|ławka|скамейка|ベンチ|مقعد
    peak|peak,summit|Gipfel,Berg|sommet|cima,pico|cima,vetta|bergtop|huippu|topp|pico|szczyt|вершина|山|قمة
    """
}
