/// Names of the oceans and great seas in languages of which `SeaNames` has fewer; from common geographic knowledge.
enum SeaNameTable {
  /// By language.
  static func names(_ english: String) -> [(language: String, name: String)] {
    Array(zip(languages, (table[english] ?? "").split(separator: "|").map(String.init)))
  }

  private static let languages = ["pt", "nl", "pl", "uk", "ko", "hi"]

  /// Names in these languages, in their order.
  private static let table = CityNameTable.table(
    """
    Pacific Ocean=Oceano Pacífico|Stille Oceaan|Ocean Spokojny|Тихий океан|태평양|प्रशांत महासागर
    Atlantic Ocean=Oceano Atlântico|Atlantische Oceaan|Ocean Atlantycki|Атлантичний океан|대서양|अटलांटिक महासागर
    Indian Ocean=Oceano Índico|Indische Oceaan|Ocean Indyjski|Індійський океан|인도양|हिंद महासागर
    Arctic Ocean=Oceano Ártico|Noordelijke IJszee|Ocean Arktyczny|Північний Льодовитий океан|북극해|आर्कटिक महासागर
    Southern Ocean=Oceano Antártico|Zuidelijke Oceaan|Ocean Południowy|Південний океан|남극해|दक्षिणी महासागर
    Mediterranean Sea=Mar Mediterrâneo|Middellandse Zee|Morze Śródziemne|Середземне море|지중해|भूमध्य सागर
    Caribbean Sea=Mar do Caribe|Caribische Zee|Morze Karaibskie|Карибське море|카리브해|कैरिबियन सागर
    Arabian Sea=Mar da Arábia|Arabische Zee|Morze Arabskie|Аравійське море|아라비아해|अरब सागर
    Bay of Bengal=Golfo de Bengala|Golf van Bengalen|Zatoka Bengalska|Бенгальська затока|벵골만|बंगाल की खाड़ी
    Gulf of Mexico=Golfo do México|Golf van Mexico|Zatoka Meksykańska|Мексиканська затока|멕시코만|मेक्सिको की खाड़ी
    South China Sea=Mar da China Meridional|Zuid-Chinese Zee|Morze Południowochińskie|Південнокитайське море|남중국해|दक्षिण चीन सागर
    East China Sea=Mar da China Oriental|Oost-Chinese Zee|Morze Wschodniochińskie|Східнокитайське море|동중국해|पूर्वी चीन सागर
    Yellow Sea=Mar Amarelo|Gele Zee|Morze Żółte|Жовте море|황해|पीला सागर
    Sea of Japan=Mar do Japão|Japanse Zee|Morze Japońskie|Японське море|동해|जापान सागर
    Sea of Okhotsk=Mar de Okhotsk|Zee van Ochotsk|Morze Ochockie|Охотське море|오호츠크해|ओखोत्स्क सागर
    Philippine Sea=Mar das Filipinas|Filipijnenzee|Morze Filipińskie|Філіппінське море|필리핀해|फ़िलिपीन सागर
    Bering Sea=Mar de Bering|Beringzee|Morze Beringa|Берингове море|베링해|बेरिंग सागर
    Tasman Sea=Mar da Tasmânia|Tasmanzee|Morze Tasmana|Тасманове море|태즈먼해|तस्मान सागर
    Coral Sea=Mar de Coral|Koraalzee|Morze Koralowe|Коралове море|산호해|कोरल सागर
    Hudson Bay=Baía de Hudson|Hudsonbaai|Zatoka Hudsona|Гудзонова затока|허드슨만|हडसन खाड़ी
    Barents Sea=Mar de Barents|Barentszzee|Morze Barentsa|Баренцове море|바렌츠해|बैरेंट्स सागर
    Norwegian Sea=Mar da Noruega|Noorse Zee|Morze Norweskie|Норвезьке море|노르웨이해|नॉर्वेजियन सागर
    North Sea=Mar do Norte|Noordzee|Morze Północne|Північне море|북해|उत्तरी सागर
    Baltic Sea=Mar Báltico|Oostzee|Morze Bałtyckie|Балтійське море|발트해|बाल्टिक सागर
    Black Sea=Mar Negro|Zwarte Zee|Morze Czarne|Чорне море|흑해|काला सागर
    Red Sea=Mar Vermelho|Rode Zee|Morze Czerwone|Червоне море|홍해|लाल सागर
    Caspian Sea=Mar Cáspio|Kaspische Zee|Morze Kaspijskie|Каспійське море|카스피해|कैस्पियन सागर
    Persian Gulf=Golfo Pérsico|Perzische Golf|Zatoka Perska|Перська затока|페르시아만|फ़ारस की खाड़ी
    Gulf of Guinea=Golfo da Guiné|Golf van Guinee|Zatoka Gwinejska|Гвінейська затока|기니만|गिनी की खाड़ी
    Bay of Biscay=Golfo da Biscaia|Golf van Biskaje|Zatoka Biskajska|Біскайська затока|비스케이만|बिस्के की खाड़ी
    Gulf of Bothnia=Golfo de Bótnia|Botnische Golf|Zatoka Botnicka|Ботнічна затока|보트니아만|बोथनिया की खाड़ी
    Gulf of Finland=Golfo da Finlândia|Finse Golf|Zatoka Fińska|Фінська затока|핀란드만|फ़िनलैंड की खाड़ी
    Adriatic Sea=Mar Adriático|Adriatische Zee|Morze Adriatyckie|Адріатичне море|아드리아해|एड्रियाटिक सागर
    Aegean Sea=Mar Egeu|Egeïsche Zee|Morze Egejskie|Егейське море|에게해|एजियन सागर
    Ionian Sea=Mar Jónico|Ionische Zee|Morze Jońskie|Іонічне море|이오니아해|आयोनियन सागर
    Tyrrhenian Sea=Mar Tirreno|Tyrreense Zee|Morze Tyrreńskie|Тірренське море|티레니아해|टायरेनियन सागर
    English Channel=Canal da Mancha|Het Kanaal|Kanał La Manche|Ла-Манш|영국 해협|इंग्लिश चैनल
    Labrador Sea=Mar do Labrador|Labradorzee|Morze Labradorskie|Лабрадорське море|래브라도해|लैब्राडोर सागर
    Gulf of Alaska=Golfo do Alasca|Golf van Alaska|Zatoka Alaska|Затока Аляска|알래스카만|अलास्का की खाड़ी
    """)
}
