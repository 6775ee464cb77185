import type { Tongue, Town } from './tongue.js';

const town = (
  name: string,
  within: string,
  portal: string,
  lat: number,
  lng: number,
  ...quarters: string[]
): Town => ({ ...{ name, within, portal, lat, lng, quarters } });

export const german: Tongue = {
  towns: [
    town('Graz', 'Steiermark', 'Beograd', 47.07, 15.44, 'Geidorf', 'Andritz', 'Lend'),
    town('Linz', 'Oberösterreich', 'Novi Sad', 48.31, 14.29, 'Urfahr', 'Ebelsberg'),
    town('Passau', 'Bayern', 'Niš', 48.57, 13.45, 'Hacklberg', 'Innstadt'),
    town('Villach', 'Kärnten', 'Subotica', 46.61, 13.85, 'Warmbad', 'Lind'),
  ],
  streets: ['Hauptstraße', 'Bahnhofstraße', 'Lindenweg', 'Am Stadtpark', 'Schillerstraße'],
  kinds: { apartment: 'Wohnung', house: 'Haus', plot: 'Grundstück', shop: 'Ladenlokal', garage: 'Garage' },
  offers: { sale: 'Kauf', rent: 'Miete' },
  states: ['verfügbar', 'verkauft'],
  flags: ['ja', 'nein'],
  heatings: { central: 'Fernwärme', own: 'Etagenheizung', gas: 'Gas', electric: 'Elektro' },
  owners: ['Makler', 'Privat'],
  month: 'monatlich',
  note: 'Schlüssel im Büro, Eigentümer einen Tag vorher anrufen.',
  titles: {
    apartment: [
      'Helle 2-Zimmer-Wohnung in {quarter}',
      'Renovierte Wohnung mit {area} m², Garage im Preis, {quarter}',
    ],
    house: ['Einfamilienhaus mit Garten, {quarter}', 'Haus mit {area} m² Wohnfläche, {quarter}'],
    plot: ['Baugrundstück in {quarter}'],
    shop: ['Ladenlokal im Erdgeschoss, {quarter}'],
    garage: ['Garage in der Tiefgarage, {quarter}'],
  },
  prose: {
    apartment: [
      'Die Wohnung liegt ruhig, wenige Minuten von Schule und Geschäften. Das Wohnzimmer ist nach Süden gerichtet und hat einen Balkon.',
    ],
    house: [
      'Das Haus ist solide gebaut, hat zwei Geschosse und einen eingezäunten Garten. Alle Anschlüsse sind vorhanden.',
    ],
    plot: [
      'Das Grundstück ist eben und gut geschnitten, die Zufahrt ist asphaltiert. Strom und Wasser liegen an.',
    ],
    shop: [
      'Das Lokal hat ein Schaufenster zur Straße und eine Klimaanlage. Es eignet sich als Geschäft oder Praxis.',
    ],
    garage: ['Die Garage liegt im Untergeschoss und hat ein elektrisches Tor. Die Zufahrt ist einfach.'],
  },
  closing: ['Für eine Besichtigung rufen Sie uns bitte an.'],
};

export const english: Tongue = {
  towns: [
    town('Bristol', 'Avon', 'Beograd', 51.45, -2.59, 'Clifton', 'Redland', 'Southville'),
    town('Bath', 'Somerset', 'Novi Sad', 51.38, -2.36, 'Widcombe', 'Bear Flat'),
    town('Exeter', 'Devon', 'Niš', 50.72, -3.53, 'St Leonards', 'Heavitree'),
    town('Swindon', 'Wiltshire', 'Kragujevac', 51.56, -1.78, 'Old Town', 'Wroughton'),
  ],
  streets: ['High Street', 'Station Road', 'Park Lane', 'Church Street', 'Victoria Road'],
  kinds: { apartment: 'Apartment', house: 'House', plot: 'Building plot', shop: 'Shop', garage: 'Garage' },
  offers: { sale: 'For sale', rent: 'To rent' },
  states: ['Available', 'Sold'],
  flags: ['yes', 'no'],
  heatings: { central: 'District heating', own: 'Own central heating', gas: 'Gas', electric: 'Electric' },
  owners: ['Agency', 'Private'],
  month: 'per month',
  note: 'Keys in the office, call the vendor a day ahead.',
  titles: {
    apartment: [
      'Bright two bedroom apartment, {quarter}',
      '{quarter}, refurbished apartment of {area} sq m, garage included',
    ],
    house: ['Detached family house with garden, {quarter}', 'House on a plot of {plot} sq m, {quarter}'],
    plot: ['Building plot with permission, {quarter}'],
    shop: ['Shop on the ground floor, {quarter}'],
    garage: ['Garage in an underground car park, {quarter}'],
  },
  prose: {
    apartment: [
      'The apartment is in a quiet part of town, a few minutes on foot from the school and shops. The living room faces south and has a balcony.',
    ],
    house: [
      'The house is well built, has two storeys and a fenced garden. Mains water, electricity and drainage are connected.',
    ],
    plot: [
      'The plot is level and of regular shape, with access from an asphalt road. Electricity and water are on the plot.',
    ],
    shop: [
      'The unit has a window to the street and air conditioning. It suits a shop, a surgery or an office.',
    ],
    garage: ['The garage is on the lower level of the building, with a remote control. Access is easy.'],
  },
  closing: ['Please call our office to arrange a viewing.'],
};

export const spanish: Tongue = {
  towns: [
    town('Altea', 'Alicante', 'Beograd', 38.6, -0.05, 'Altea Hills', 'Cap Negret'),
    town('Denia', 'Alicante', 'Novi Sad', 38.84, 0.1, 'Las Marinas', 'Montgó'),
    town('Estepona', 'Málaga', 'Niš', 36.43, -5.15, 'Seghers', 'Atalaya'),
    town('Nerja', 'Málaga', 'Čačak', 36.75, -3.88, 'Burriana', 'Capistrano'),
  ],
  streets: ['Calle Mayor', 'Avenida del Mar', 'Calle San Juan', 'Plaza España', 'Calle del Sol'],
  kinds: { apartment: 'Piso', house: 'Casa', plot: 'Terreno', shop: 'Local comercial', garage: 'Garaje' },
  offers: { sale: 'Venta', rent: 'Alquiler' },
  states: ['Disponible', 'Vendido'],
  flags: ['sí', 'no'],
  heatings: { central: 'Central', own: 'Individual', gas: 'Gas', electric: 'Eléctrica' },
  owners: ['Agencia', 'Particular'],
  month: 'al mes',
  note: 'Las llaves están en la oficina, llamar al propietario un día antes.',
  titles: {
    apartment: ['Piso luminoso en {quarter}', '{quarter}, piso reformado de {area} m2 con garaje incluido'],
    house: ['Casa con jardín en {quarter}', 'Casa en parcela de {plot} m2, {quarter}'],
    plot: ['Terreno urbano en {quarter}'],
    shop: ['Local comercial a pie de calle, {quarter}'],
    garage: ['Garaje en edificio, {quarter}'],
  },
  prose: {
    apartment: [
      'El piso está en una zona tranquila, a pocos minutos del colegio y de las tiendas. El salón da al sur y tiene balcón.',
    ],
    house: [
      'La casa está construida con buenos materiales, tiene dos plantas y un jardín vallado. Agua y luz conectadas.',
    ],
    plot: [
      'El terreno es llano y de forma regular, con acceso por carretera asfaltada. Agua y luz a pie de parcela.',
    ],
    shop: ['El local tiene escaparate a la calle y aire acondicionado. Apto para tienda u oficina.'],
    garage: ['El garaje está en el sótano del edificio, con mando a distancia. El acceso es cómodo.'],
  },
  closing: ['Llame a nuestra agencia para concertar una visita.'],
};

export const italian: Tongue = {
  towns: [
    town('Trieste', 'Friuli-Venezia Giulia', 'Beograd', 45.65, 13.77, 'Barcola', 'San Vito'),
    town('Udine', 'Friuli-Venezia Giulia', 'Novi Sad', 46.06, 13.24, 'Cussignacco', 'Chiavris'),
    town('Treviso', 'Veneto', 'Niš', 45.67, 12.24, 'Santa Maria', 'Fiera'),
  ],
  streets: ['Via Roma', 'Corso Italia', 'Via Garibaldi', 'Viale della Stazione', 'Via dei Mille'],
  kinds: {
    apartment: 'Appartamento',
    house: 'Casa indipendente',
    plot: 'Terreno edificabile',
    shop: 'Negozio',
    garage: 'Garage',
  },
  offers: { sale: 'Vendita', rent: 'Affitto' },
  states: ['Disponibile', 'Venduto'],
  flags: ['sì', 'no'],
  heatings: { central: 'Centralizzato', own: 'Autonomo', gas: 'Gas', electric: 'Elettrico' },
  owners: ['Agenzia', 'Privato'],
  month: 'al mese',
  note: 'Chiavi in ufficio, chiamare il proprietario il giorno prima.',
  titles: {
    apartment: [
      'Appartamento luminoso, {quarter}',
      '{quarter}, appartamento di {area} mq con garage compreso',
    ],
    house: ['Casa indipendente con giardino, {quarter}'],
    plot: ['Terreno edificabile, {quarter}'],
    shop: ['Negozio fronte strada, {quarter}'],
    garage: ['Garage in condominio, {quarter}'],
  },
  prose: {
    apartment: [
      "L'appartamento si trova in una zona tranquilla, a pochi minuti dalla scuola e dai negozi. Il soggiorno è esposto a sud e ha un balcone.",
    ],
    house: [
      'La casa è costruita con buoni materiali, ha due piani e un giardino recintato. Acqua e luce sono allacciate.',
    ],
    plot: [
      'Il terreno è pianeggiante e di forma regolare, con accesso da strada asfaltata. Acqua e luce sono presenti.',
    ],
    shop: ['Il negozio ha una vetrina sulla strada e aria condizionata. Adatto a negozio o ufficio.'],
    garage: ["Il garage è al piano interrato, con telecomando. L'accesso è comodo."],
  },
  closing: ['Per una visita telefonate alla nostra agenzia.'],
};

export const french: Tongue = {
  towns: [
    town('Annecy', 'Haute-Savoie', 'Beograd', 45.9, 6.12, 'Albigny', 'Novel'),
    town('Chambéry', 'Savoie', 'Novi Sad', 45.56, 5.92, 'Bissy', 'Mérande'),
    town('Valence', 'Drôme', 'Niš', 44.93, 4.89, 'Fontbarlettes', 'Châteauvert'),
  ],
  streets: [
    'Rue de la République',
    'Avenue de la Gare',
    'Rue Victor Hugo',
    'Place du Marché',
    'Rue des Écoles',
  ],
  kinds: {
    apartment: 'Appartement',
    house: 'Maison',
    plot: 'Terrain',
    shop: 'Local commercial',
    garage: 'Garage',
  },
  offers: { sale: 'Vente', rent: 'Location' },
  states: ['Disponible', 'Vendu'],
  flags: ['oui', 'non'],
  heatings: { central: 'Collectif', own: 'Individuel', gas: 'Gaz', electric: 'Électrique' },
  owners: ['Agence', 'Particulier'],
  month: 'par mois',
  note: 'Clés au bureau, appeler le propriétaire la veille.',
  titles: {
    apartment: [
      'Appartement lumineux, {quarter}',
      '{quarter}, appartement rénové de {area} m², garage compris',
    ],
    house: ['Maison avec jardin, {quarter}'],
    plot: ['Terrain à bâtir, {quarter}'],
    shop: ['Local commercial en rez-de-chaussée, {quarter}'],
    garage: ['Garage en sous-sol, {quarter}'],
  },
  prose: {
    apartment: [
      "L'appartement est dans un quartier calme, à quelques minutes de l'école et des commerces. Le séjour est exposé au sud et donne sur un balcon.",
    ],
    house: [
      'La maison est de bonne construction, sur deux niveaux, avec un jardin clos. Eau, électricité et assainissement sont raccordés.',
    ],
    plot: [
      "Le terrain est plat et de forme régulière, avec un accès par une route goudronnée. L'eau et l'électricité sont en limite.",
    ],
    shop: ['Le local a une vitrine sur rue et la climatisation. Il convient à un commerce ou à un bureau.'],
    garage: ["Le garage est au sous-sol de l'immeuble, avec télécommande. L'accès est facile."],
  },
  closing: ['Appelez notre agence pour une visite.'],
};

export const romanian: Tongue = {
  towns: [
    town('Timișoara', 'Timiș', 'Beograd', 45.75, 21.23, 'Fabric', 'Iosefin', 'Girocului'),
    town('Arad', 'Arad', 'Novi Sad', 46.17, 21.31, 'Aradul Nou', 'Gai'),
    town('Oradea', 'Bihor', 'Niš', 47.05, 21.92, 'Rogerius', 'Nufărul'),
  ],
  streets: [
    'Strada Mihai Eminescu',
    'Bulevardul Republicii',
    'Strada Unirii',
    'Strada Gării',
    'Strada Horea',
  ],
  kinds: { apartment: 'Apartament', house: 'Casă', plot: 'Teren', shop: 'Spațiu comercial', garage: 'Garaj' },
  offers: { sale: 'Vânzare', rent: 'Închiriere' },
  states: ['Disponibil', 'Vândut'],
  flags: ['da', 'nu'],
  heatings: { central: 'Termoficare', own: 'Centrală proprie', gas: 'Gaz', electric: 'Electrică' },
  owners: ['Agenție', 'Proprietar'],
  month: 'pe lună',
  note: 'Cheile sunt la birou, sunați proprietarul cu o zi înainte.',
  titles: {
    apartment: ['Apartament cu 2 camere, {quarter}', '{quarter}, apartament renovat, garaj inclus'],
    house: ['Casă cu grădină, {quarter}'],
    plot: ['Teren intravilan, {quarter}'],
    shop: ['Spațiu comercial la parter, {quarter}'],
    garage: ['Garaj în bloc, {quarter}'],
  },
  prose: {
    apartment: [
      'Apartamentul se află într-o zonă liniștită, la câteva minute de școală și magazine. Camera de zi este orientată spre sud și are balcon.',
    ],
    house: [
      'Casa este construită cu materiale bune, are două niveluri și o curte împrejmuită. Utilitățile sunt racordate.',
    ],
    plot: [
      'Terenul este plan, de formă regulată, cu acces din drum asfaltat. Curentul și apa sunt pe teren.',
    ],
    shop: ['Spațiul are vitrină la stradă și aer condiționat. Este potrivit pentru magazin sau birou.'],
    garage: ['Garajul este la subsolul clădirii, cu telecomandă. Accesul este ușor.'],
  },
  closing: ['Sunați la agenția noastră pentru vizionare.'],
};

export const hungarian: Tongue = {
  towns: [
    town('Szeged', 'Csongrád-Csanád', 'Beograd', 46.25, 20.14, 'Alsóváros', 'Tarján'),
    town('Pécs', 'Baranya', 'Novi Sad', 46.07, 18.23, 'Uránváros', 'Kertváros'),
    town('Baja', 'Bács-Kiskun', 'Niš', 46.18, 18.95, 'Belváros', 'Kiscsávoly'),
  ],
  streets: ['Kossuth Lajos utca', 'Petőfi Sándor utca', 'Fő utca', 'Rákóczi út', 'Szent István tér'],
  kinds: { apartment: 'Lakás', house: 'Ház', plot: 'Telek', shop: 'Üzlethelyiség', garage: 'Garázs' },
  offers: { sale: 'Eladó', rent: 'Kiadó' },
  states: ['Aktív', 'Eladva'],
  flags: ['igen', 'nem'],
  heatings: { central: 'Távfűtés', own: 'Egyedi', gas: 'Gáz', electric: 'Elektromos' },
  owners: ['Iroda', 'Magánszemély'],
  month: 'havonta',
  note: 'A kulcs az irodában van, a tulajdonost egy nappal előbb hívni kell.',
  titles: {
    apartment: ['Kétszobás lakás, {quarter}', '{quarter}, felújított lakás garázzsal'],
    house: ['Családi ház kerttel, {quarter}'],
    plot: ['Építési telek, {quarter}'],
    shop: ['Földszinti üzlethelyiség, {quarter}'],
    garage: ['Garázs társasházban, {quarter}'],
  },
  prose: {
    apartment: [
      'A lakás csendes környéken van, néhány percre az iskolától és a boltoktól. A nappali déli fekvésű, erkélyes.',
    ],
    house: ['A ház jó anyagokból épült, kétszintes, bekerített kerttel. Minden közmű be van kötve.'],
    plot: ['A telek sík, szabályos alakú, aszfaltozott útról megközelíthető. Víz és villany a telken.'],
    shop: ['Az üzletnek utcai kirakata és klímája van. Boltnak vagy irodának alkalmas.'],
    garage: ['A garázs az épület alagsorában van, távirányítós kapuval. Könnyű a beállás.'],
  },
  closing: ['Megtekintésért hívja irodánkat.'],
};

export const polish: Tongue = {
  towns: [
    town('Kraków', 'małopolskie', 'Beograd', 50.06, 19.94, 'Podgórze', 'Krowodrza'),
    town('Tarnów', 'małopolskie', 'Novi Sad', 50.01, 20.99, 'Mościce', 'Grabówka'),
    town('Rzeszów', 'podkarpackie', 'Niš', 50.04, 22.0, 'Staromieście', 'Drabinianka'),
  ],
  streets: ['ul. Lipowa', 'ul. Kościuszki', 'ul. 3 Maja', 'al. Niepodległości', 'ul. Polna'],
  kinds: { apartment: 'Mieszkanie', house: 'Dom', plot: 'Działka', shop: 'Lokal użytkowy', garage: 'Garaż' },
  offers: { sale: 'Sprzedaż', rent: 'Wynajem' },
  states: ['Aktywna', 'Sprzedana'],
  flags: ['tak', 'nie'],
  heatings: { central: 'Miejskie', own: 'Własne', gas: 'Gazowe', electric: 'Elektryczne' },
  owners: ['Agencja', 'Prywatny'],
  month: 'miesięcznie',
  note: 'Klucze w biurze, do właściciela dzwonić dzień wcześniej.',
  titles: {
    apartment: ['Mieszkanie dwupokojowe, {quarter}', '{quarter}, mieszkanie po remoncie, garaż w cenie'],
    house: ['Dom z ogrodem, {quarter}'],
    plot: ['Działka budowlana, {quarter}'],
    shop: ['Lokal na parterze, {quarter}'],
    garage: ['Garaż w budynku, {quarter}'],
  },
  prose: {
    apartment: [
      'Mieszkanie znajduje się w spokojnej okolicy, kilka minut od szkoły i sklepów. Salon jest od południa i ma balkon.',
    ],
    house: [
      'Dom jest zbudowany z dobrych materiałów, ma dwie kondygnacje i ogrodzony ogród. Media są podłączone.',
    ],
    plot: [
      'Działka jest płaska, o regularnym kształcie, z dojazdem drogą asfaltową. Prąd i woda na działce.',
    ],
    shop: ['Lokal ma witrynę od ulicy i klimatyzację. Nadaje się na sklep lub biuro.'],
    garage: ['Garaż jest w podziemiu budynku, z pilotem. Wjazd jest wygodny.'],
  },
  closing: ['Zapraszamy do kontaktu z naszym biurem.'],
};

export const turkish: Tongue = {
  towns: [
    town('Antalya', 'Muratpaşa', 'Beograd', 36.9, 30.7, 'Lara', 'Güzeloba'),
    town('İzmir', 'Karşıyaka', 'Novi Sad', 38.42, 27.14, 'Bostanlı', 'Mavişehir'),
    town('Bursa', 'Nilüfer', 'Niš', 40.19, 29.06, 'Görükle', 'Beşevler'),
  ],
  streets: ['Atatürk Caddesi', 'Cumhuriyet Caddesi', 'Çiçek Sokak', 'Deniz Sokak', 'İnönü Bulvarı'],
  kinds: { apartment: 'Daire', house: 'Müstakil ev', plot: 'Arsa', shop: 'Dükkan', garage: 'Garaj' },
  offers: { sale: 'Satılık', rent: 'Kiralık' },
  states: ['Yayında', 'Satıldı'],
  flags: ['evet', 'hayır'],
  heatings: { central: 'Merkezi', own: 'Kombi', gas: 'Doğalgaz', electric: 'Elektrikli' },
  owners: ['Emlakçı', 'Sahibinden'],
  month: 'aylık',
  note: 'Anahtar ofiste, mal sahibini bir gün önce arayın.',
  titles: {
    apartment: ['{quarter} bölgesinde ferah daire', '{quarter}, yenilenmiş daire, garaj dahil'],
    house: ['{quarter} bölgesinde bahçeli müstakil ev'],
    plot: ['{quarter} bölgesinde imarlı arsa'],
    shop: ['{quarter} bölgesinde cadde üzeri dükkan'],
    garage: ['{quarter} bölgesinde kapalı garaj'],
  },
  prose: {
    apartment: [
      'Daire sakin bir mahallede, okula ve marketlere birkaç dakika yürüme mesafesindedir. Salon güneye bakar ve balkonu vardır.',
    ],
    house: [
      'Ev kaliteli malzemeyle yapılmıştır, iki katlıdır ve bahçesi çevrilidir. Su ve elektrik bağlıdır.',
    ],
    plot: ['Arsa düz ve düzgün şekillidir, asfalt yola cephelidir. Su ve elektrik mevcuttur.'],
    shop: ['Dükkanın caddeye bakan vitrini ve kliması vardır. Mağaza veya ofis için uygundur.'],
    garage: ['Garaj binanın bodrum katındadır, kumandalıdır. Giriş kolaydır.'],
  },
  closing: ['Yerinde görmek için ofisimizi arayın.'],
};

export const bulgarian: Tongue = {
  towns: [
    town('София', 'София-град', 'Beograd', 42.7, 23.32, 'Лозенец', 'Младост'),
    town('Пловдив', 'Пловдив', 'Novi Sad', 42.15, 24.75, 'Тракия', 'Смирненски'),
    town('Видин', 'Видин', 'Niš', 43.99, 22.87, 'Панония', 'Калето'),
  ],
  streets: ['ул. Иван Вазов', 'бул. България', 'ул. Шипка', 'ул. Гладстон', 'ул. Дунав'],
  kinds: { apartment: 'Апартамент', house: 'Къща', plot: 'Парцел', shop: 'Магазин', garage: 'Гараж' },
  offers: { sale: 'Продава', rent: 'Дава под наем' },
  states: ['Активна', 'Продаден'],
  flags: ['да', 'не'],
  heatings: { central: 'ТЕЦ', own: 'Локално', gas: 'Газ', electric: 'Електричество' },
  owners: ['Агенция', 'Частно лице'],
  month: 'на месец',
  note: 'Ключовете са в офиса, обадете се на собственика ден по-рано.',
  titles: {
    apartment: ['Двустаен апартамент, {quarter}', '{quarter}, обновен апартамент с гараж'],
    house: ['Къща с двор, {quarter}'],
    plot: ['Парцел в регулация, {quarter}'],
    shop: ['Магазин на партер, {quarter}'],
    garage: ['Гараж в сграда, {quarter}'],
  },
  prose: {
    apartment: [
      'Апартаментът е в тих район, на няколко минути от училище и магазини. Дневната е с южно изложение и има балкон.',
    ],
    house: [
      'Къщата е построена с качествени материали, на два етажа, с ограден двор. Ток и вода са включени.',
    ],
    plot: ['Парцелът е равен, с правилна форма и излаз на асфалтов път. Ток и вода има на място.'],
    shop: ['Помещението е с витрина към улицата и климатик. Подходящо е за магазин или офис.'],
    garage: ['Гаражът е в сутерена на сградата, с дистанционно. Достъпът е лесен.'],
  },
  closing: ['Обадете се в нашата агенция за оглед.'],
};
