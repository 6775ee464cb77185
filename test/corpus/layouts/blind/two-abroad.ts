import iconv from 'iconv-lite';
import type { Ad, Kind } from '../../ads.js';
import { columnsIn, decoy, filler, saying, written } from '../../columns.js';
import { csv, nested } from '../../containers.js';
import { photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, type Cell, type Layout } from '../../layout.js';
import { xlsx } from '../../sheets.js';
import { greek } from '../../tongues/abroad.js';
import { bulgarian, english, german, romanian, turkish } from '../../tongues/europe.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, numbered, shown, turned } from './kit.js';

const ro = columnsIn(romanian);
const bg = columnsIn(bulgarian);
const el = columnsIn(greek);
const tr = columnsIn(turkish);
const de = columnsIn(german);

const dots = (date: Date): string => date.toISOString().slice(0, 10).split('-').reverse().join('.');

/** A Romanian agency program: tabs, units and periods in the cells, floor and floors in one. */
const imobiliare = layoutOf({
  name: 'b2-ro-tsv-agentie',
  group: 'blind',
  tongue: romanian,
  truth: { floor: groundFloor, rooms: ({ rooms }) => (rooms === null ? null : Math.round(rooms)) },
  container: (columns, ads) => ({
    ...(csv({ delimiter: '\t', list: ', ', encoding: 'utf8-bom' })(shown(columns), ads) as {
      name: string;
      bytes: Buffer;
    }),
    name: 'export_oferte.txt',
  }),
  columns: [
    filler('ID intern', ({ index }) => String(66_001 + index)),
    ro.code('Cod ofertă'),
    ro.offer('Tip tranzacție'),
    ro.kind('Tip proprietate'),
    saying('Compartimentare', [], ({ kind, index }) =>
      kind === 'apartment' ? (['decomandat', 'semidecomandat'][index % 2] ?? null) : null,
    ),
    ro.title('Titlu anunț'),
    saying(
      'Preț',
      ['amount', 'currency', 'period'],
      ({ offer, euros }) => `${written(euros, 'grouped') ?? ''} ${offer === 'rent' ? 'EUR/lună' : 'EUR'}`,
    ),
    decoy(
      'Preț/mp',
      'per area',
      ({ euros, area, plot }) =>
        `${written(Math.round(euros / (area ?? plot ?? 1)), 'grouped') ?? ''} EUR/mp`,
    ),
    decoy('Preț vechi', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? `${written(Math.round(euros * 1.1), 'grouped') ?? ''} EUR` : null,
    ),
    filler('TVA inclus', () => 'da'),
    saying('Suprafață utilă', 'area', ({ area }) => written(area, 'comma', ' mp')),
    decoy('Suprafață construită', 'gross area', ({ area }) =>
      area === null ? null : `${Math.round(area * 1.17)} mp`,
    ),
    {
      ...saying('Suprafață teren', 'plot', ({ plot }) => written(plot, 'comma', ' mp')),
      decoy: 'plot' as const,
    },
    saying('Nr. camere', 'rooms', ({ rooms }) => (rooms === null ? null : String(Math.round(rooms)))),
    ro.bathrooms('Nr. băi'),
    saying('Etaj', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor === 1 ? 'Parter' : `Etaj ${floor}`} / ${floors ?? ''}`,
    ),
    ro.year('An construcție'),
    ro.heating('Încălzire'),
    ro.lift('Lift'),
    filler('Județ', (ad) => townOf(ad, romanian).within),
    ro.town('Localitate'),
    ro.quarter('Zonă'),
    ro.street('Adresă'),
    saying(
      'Coordonate',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, romanian))};${String(trueValue('lng', ad, romanian))}`,
    ),
    ro.text('Descriere'),
    ro.photos('Poze'),
    decoy('Schiță', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Comision', 'commission', () => '0%'),
    decoy('Agent', 'agent', ({ index }) => ['Ioana Popescu', 'Mihai Ionescu'][index % 2] ?? ''),
    decoy('Sursa', 'advertiser', ({ index }) => (index % 5 === 3 ? 'Proprietar' : 'Exclusivitate')),
    ro.note('Observații interne'),
    decoy('Adăugat la', 'created', ({ created }) => dots(created)),
    saying(
      'Actualizat la',
      'updated',
      ({ updated }) => `${dots(updated)} ${updated.toISOString().slice(11, 16)}`,
    ),
    saying('Stare ofertă', 'state', ({ isSold }) => (isSold ? 'Vândut' : 'Activ')),
  ],
});

/** Bulgarian software in windows-1251: the flats by their rooms, extras as a list, Cyrillic words in Latin names. */
const oferti = layoutOf({
  name: 'b2-bg-xml-oferti',
  group: 'blind',
  tongue: bulgarian,
  container: (columns, ads) => {
    const records = ads.map((ad) => element('oferta', nested(shown(columns), ad), false));
    const text = `<?xml version="1.0" encoding="windows-1251"?>\n<export>\n<agencia><ime>Пример Имоти ООД</ime><tel>02/9000000</tel><logo>https://slike.agencija-primer.rs/logo/agencia.png</logo></agencia>\n<oferti broi="${ads.length}">\n${records.join('\n')}\n</oferti>\n</export>\n`;
    return { name: 'oferti.xml', bytes: iconv.encode(text.replaceAll('²', '2'), 'win1251') };
  },
  columns: [
    bg.code('@nomer'),
    filler('@id', ({ index }) => 77_120 + index),
    saying('vid_sdelka', 'offer', ({ offer }) => (offer === 'sale' ? 'ПРОДАВА' : 'ДАВА ПОД НАЕМ')),
    saying('vid_imot', 'kind', ({ kind, rooms }) =>
      kind === 'apartment'
        ? ({ 1: '1-СТАЕН', 2: '2-СТАЕН', 3: '3-СТАЕН' }[Math.round(rooms ?? 1)] ?? 'МНОГОСТАЕН')
        : { house: 'КЪЩА', plot: 'ПАРЦЕЛ', shop: 'МАГАЗИН', garage: 'ГАРАЖ' }[kind],
    ),
    hidden('rooms', ({ kind, rooms }) =>
      kind === 'apartment' && Math.round(rooms ?? 9) < 4 ? `${Math.round(rooms ?? 0)}` : null,
    ),
    bg.title('zaglavie'),
    saying('opisanie', 'text', (ad) => proseOf(ad, bulgarian)),
    bg.amount('cena'),
    bg.currency('cena/@valuta'),
    decoy('cena_kvm', 'per area', ({ euros, area, plot }) => String(Math.round(euros / (area ?? plot ?? 1)))),
    decoy('cena_leva', 'second currency', ({ euros }) => String(Math.round(euros * 1.95583))),
    decoy('stara_cena', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? String(Math.round(euros * 1.1)) : null,
    ),
    saying('kvadratura', 'area', ({ area }) => written(area, 'comma', ' кв.м')),
    { ...saying('dvor', 'plot', ({ plot }) => written(plot, 'comma', ' кв.м')), decoy: 'plot' as const },
    decoy('terasa_kvm', 'terrace area', ({ terrace, index }) =>
      terrace === true ? String(4 + (index % 9)) : null,
    ),
    bg.floor('etaj'),
    bg.floors('etajnost'),
    filler('stroitelstvo', ({ kind }) => (kind === 'plot' ? null : 'Тухла')),
    bg.year('godina'),
    bg.heating('otoplenie'),
    filler('oblast', (ad) => townOf(ad, bulgarian).within),
    bg.town('grad', (name) => `гр. ${name}`),
    bg.quarter('kvartal'),
    bg.street('adres'),
    saying('ekstri/ekstra', ['lift', 'parking'], (ad) => [
      ...(ad.lift === true ? ['Асансьор'] : []),
      ...(ad.parking === true ? ['Паркомясто'] : []),
      ...(ad.index % 2 === 0 ? ['Видео наблюдение'] : []),
    ]),
    bg.lat('karta/@shirina'),
    bg.lng('karta/@daljina'),
    saying('snimki/snimka', 'photos', (ad) => photosOf(ad)),
    decoy('shema', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('broker/ime', 'agent', ({ index }) => ['Мария Петрова', 'Иван Георгиев'][index % 2] ?? ''),
    decoy('broker/snimka', 'agent', (ad) => pictureOf(ad, 'agent')),
    decoy('komisiona', 'commission', () => '3%'),
    bg.note('belejka'),
    decoy('data_vuvejdane', 'created', ({ created }) => `${dots(created)} г.`),
    saying('data_promqna', 'updated', ({ updated }) => `${dots(updated)} г.`),
    saying('statut', 'state', ({ isSold }) => (isSold ? 'ПРОДАДЕН' : 'АКТИВЕН')),
  ],
  truth: {
    rooms: ({ rooms }) => (rooms === null ? null : Math.round(rooms)),
    lift: ({ lift }) => (lift === true ? true : null),
    parking: ({ parking }) => (parking === true ? true : null),
  },
});

const elKinds: Readonly<Record<Kind, string>> = {
  apartment: 'Apartment',
  house: 'Detached house',
  plot: 'Land plot',
  shop: 'Shop',
  garage: 'Garage',
};

/** A Greek CRM: every word in two languages, the price also as people read it, floors as ordinals. */
const mesites = layoutOf({
  name: 'b2-gr-json-crm',
  group: 'blind',
  tongue: greek,
  truth: {
    floor: groundFloor,
    title: (ad) => [titleOf(ad, greek), titleOf(ad, english)],
    text: (ad) => [proseOf(ad, greek), proseOf(ad, english)],
  },
  container: made('properties.json', (records) =>
    JSON.stringify(
      {
        agency: { name: 'Παράδειγμα Real Estate', phone: '+30 210 0000000' },
        exportedAt: '2026-11-01T03:00:00+02:00',
        properties: records,
      },
      null,
      1,
    ),
  ),
  columns: [
    saying('propertyCode', 'code', (ad) => `N${10_000 + ad.index * 37}`),
    filler('internalId', ({ index }) => 9_001 + index),
    filler('transaction', ({ offer }) => ({
      el: greek.offers[offer],
      en: offer === 'sale' ? 'Sale' : 'Rent',
    })),
    hidden('offer', ({ offer }) => [greek.offers[offer], offer === 'sale' ? 'Sale' : 'Rent']),
    filler('category', ({ kind }) => ({ el: greek.kinds[kind], en: elKinds[kind] })),
    hidden('kind', ({ kind }) => [greek.kinds[kind], elKinds[kind]]),
    filler('title', (ad) => ({ el: titleOf(ad, greek), en: titleOf(ad, english) })),
    hidden('title', (ad) => titleOf(ad, greek)),
    filler('description', (ad) => ({ el: proseOf(ad, greek), en: proseOf(ad, english) })),
    hidden('text', (ad) => proseOf(ad, greek)),
    decoy('zz', 'other language', () => null),
    saying('price/value', 'amount', ({ euros }) => euros),
    saying('price/currency', 'currency', () => 'EUR'),
    filler('price/formatted', ({ euros }) => `€ ${written(euros, 'grouped') ?? ''}`),
    decoy('price/perSqm', 'per area', ({ euros, area, plot }) => Math.round(euros / (area ?? plot ?? 1))),
    decoy('price/previous', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? Math.round(euros * 1.1) : null,
    ),
    decoy('commonCharges', 'tax', ({ kind, area }) => (kind === 'apartment' ? Math.round(area ?? 0) : null)),
    filler('size', ({ area, plot, terrace, index }) => ({
      ...(area === null ? {} : { living: { value: area, unit: 'sqm' } }),
      ...(plot === null ? {} : { plot: { value: plot, unit: 'sqm' } }),
      ...(terrace === true ? { balconies: { value: 4 + (index % 9), unit: 'sqm' } } : {}),
    })),
    hidden('area', ({ area }) => written(area)),
    { ...hidden('plot', ({ plot }) => written(plot)), decoy: 'plot' as const },
    decoy('~z', 'terrace area', () => null),
    saying('bedrooms', 'bedrooms', ({ bedrooms }) => bedrooms),
    saying('bathrooms', 'bathrooms', ({ bathrooms }) => bathrooms),
    filler('floor', ({ floor }) =>
      floor === null
        ? null
        : floor === 1
          ? { el: 'Ισόγειο', en: 'Ground floor' }
          : { el: `${floor}ος`, en: `${floor}${floor === 2 ? 'nd' : floor === 3 ? 'rd' : 'th'} floor` },
    ),
    hidden('floor', ({ floor }) =>
      floor === null
        ? null
        : floor === 1
          ? ['Ισόγειο', 'Ground floor']
          : [`${floor}ος`, `${floor}${floor === 2 ? 'nd' : floor === 3 ? 'rd' : 'th'} floor`],
    ),
    saying('totalFloors', 'floors', ({ floors }) => floors),
    saying('constructionYear', 'year', ({ year }) => year),
    filler('heating', ({ heating }) => (heating === null ? null : { el: greek.heatings[heating] })),
    hidden('heating', ({ heating }) => (heating === null ? null : greek.heatings[heating])),
    filler('features', (ad) => ({
      ...(ad.lift === null ? {} : { elevator: ad.lift }),
      ...(ad.parking === null ? {} : { parking: ad.parking }),
      alarm: ad.index % 3 === 0,
      furnished: ad.index % 4 === 0,
    })),
    hidden('lift', ({ lift }) => (lift === null ? null : String(lift))),
    hidden('parking', ({ parking }) => (parking === null ? null : String(parking))),
    filler('location/region', (ad) => ({ el: townOf(ad, greek).within })),
    filler('location/municipality', (ad) => ({ el: townOf(ad, greek).name })),
    hidden('city', (ad) => townOf(ad, greek).name),
    filler('location/area', (ad) => ({ el: quarterOf(ad, greek) })),
    hidden('quarter', (ad) => quarterOf(ad, greek)),
    saying('location/street', 'street', (ad) => `${streetOf(ad, greek)} ${ad.house}`),
    saying(
      'location/latLng',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, greek))},${String(trueValue('lng', ad, greek))}`,
    ),
    filler('media', (ad) => ({
      images: numbered(ad).map(({ url, rank }) => ({
        order: rank,
        url,
        isCover: rank === 1,
        caption: { el: null, en: null },
      })),
      floorplans: [{ order: 1, url: pictureOf(ad, 'tlocrt') }],
      virtualTour: null,
    })),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('zp', 'plan', () => null),
    decoy('consultant', 'agent', (ad) => ({ fullName: 'Νίκος Παπαδόπουλος', photo: pictureOf(ad, 'agent') })),
    decoy('privateNotes', 'note', ({ index }) => (index % 3 === 0 ? greek.note : null)),
    saying('status', 'state', ({ isSold }) => (isSold ? 'Sold' : 'Available')),
    el.created('createdAt'),
    el.updated('modifiedAt'),
  ],
});

/** A Turkish office's portfolio: typed cells, both areas, rooms with the living room beside, the days as dates. */
const portfolio = layoutOf({
  name: 'b2-tr-xlsx-portfoy',
  group: 'blind',
  tongue: turkish,
  truth: { floor: groundFloor },
  container: xlsx({
    name: 'Portföy',
    above: [['PORTFÖY LİSTESİ – KASIM 2026']],
    below: [['Toplam ilan sayısı: listeye bakınız'], ['* Fiyatlar pazarlığa açıktır']],
    typed: {
      'Fiyat (EUR)': ({ euros }) => ({ value: euros, format: '#,##0' }),
      'Fiyat (TL)': ({ euros }) => ({ value: euros * 48, format: '#,##0 "TL"' }),
      'm² (Net)': ({ area }) => (area === null ? null : { value: area }),
      'm² (Brüt)': ({ area }) => (area === null ? null : { value: Math.round(area * 1.17) }),
      'Arsa m²': ({ plot }) => (plot === null ? null : { value: plot }),
      'Kayıt Tarihi': ({ created }) => ({ value: created, format: 'dd.mm.yyyy' }),
      'Güncelleme Tarihi': ({ updated }) => ({ value: updated, format: 'dd.mm.yyyy' }),
      'Bina Yaşı': ({ year }) => (year === null ? null : { value: 2026 - year }),
    },
    list: ' ; ',
  }),
  columns: [
    filler('Sıra', ({ index }) => String(index + 1)),
    tr.code('İlan No'),
    tr.offer('İlan Türü'),
    tr.kind('Emlak Tipi'),
    tr.title('İlan Başlığı'),
    tr.euros('Fiyat (EUR)'),
    decoy('Fiyat (TL)', 'second currency', ({ euros }) => String(euros * 48)),
    decoy('Aidat', 'tax', ({ kind, area }) =>
      kind === 'apartment' ? `${Math.round((area ?? 0) * 12)} TL` : null,
    ),
    decoy('Depozito', 'deposit', ({ offer, euros }) => (offer === 'rent' ? `${euros} EUR` : null)),
    decoy('m² (Brüt)', 'gross area', ({ area }) => (area === null ? null : String(Math.round(area * 1.17)))),
    tr.area('m² (Net)'),
    { ...saying('Arsa m²', 'plot', ({ plot }) => written(plot)), decoy: 'plot' as const },
    saying('Oda Sayısı', 'bedrooms', ({ bedrooms, rooms }) =>
      bedrooms === null || (rooms ?? 0) < 2 || (rooms ?? 0) % 1 !== 0 ? null : `${bedrooms}+1`,
    ),
    filler('Bina Yaşı', ({ year }) => (year === null ? null : String(2026 - year))),
    saying('Bulunduğu Kat', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'Zemin Kat' : String(floor),
    ),
    tr.floors('Kat Sayısı'),
    tr.heating('Isıtma'),
    tr.bathrooms('Banyo Sayısı'),
    saying('Asansör', 'lift', ({ lift }) => (lift === null ? null : lift ? 'Var' : 'Yok')),
    saying('Otopark', 'parking', ({ parking }) => (parking === null ? null : parking ? 'Var' : 'Yok')),
    tr.town('İl'),
    filler('İlçe', (ad) => townOf(ad, turkish).within),
    tr.quarter('Mahalle'),
    tr.street('Açık Adres'),
    tr.text('Açıklama'),
    tr.photos('Fotoğraf Linkleri'),
    decoy('Kat Planı', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Danışman', 'agent', ({ index }) => ['Ayşe Yılmaz', 'Mehmet Kaya'][index % 2] ?? ''),
    decoy('Kimden', 'advertiser', ({ index }) => (index % 5 === 3 ? 'Sahibinden' : 'Emlak Ofisinden')),
    tr.note('Ofis Notu'),
    tr.created('Kayıt Tarihi', 'local'),
    tr.updated('Güncelleme Tarihi', 'local'),
    saying('Durum', 'state', ({ isSold }) => (isSold ? 'Satıldı' : 'Yayında')),
  ].filter(({ name }) => !name.startsWith('~')),
});

const trait = (key: string, value: string | null, unit: string | null = null): Cell[] =>
  value === null
    ? []
    : [{ '@schluessel': key, ...(unit === null ? {} : { '@einheit': unit }), '@wert': value }];

/** Austrian software: every fact an element of the same name, told apart by its key; prices and pictures by their kind. */
const merkmale = layoutOf({
  name: 'b2-de-xml-merkmale',
  group: 'blind',
  tongue: german,
  container: made(
    'objekte.xml',
    (records) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<transfer erstellt="2026-11-01T03:12:44" software="MaklerWin 9.4">\n  <anbieter id="4711"><firma>Muster Immobilien GmbH</firma><ort>Klagenfurt</ort><logo url="https://slike.agencija-primer.rs/logo/muster.png"/></anbieter>\n  <objekte anzahl="${records.length}">\n${records.map((one) => `    ${element('objekt', one)}`).join('\n')}\n  </objekte>\n</transfer>\n`,
  ),
  columns: [
    filler('@id', ({ index }) => 120_440 + index),
    de.code('@nummer'),
    saying('@status', 'state', ({ isSold }) => (isSold ? 'verkauft' : 'aktiv')),
    decoy('@angelegt', 'created', ({ created }) => created.toISOString().slice(0, 19)),
    saying('@geaendert', 'updated', ({ updated }) => updated.toISOString().slice(0, 19)),
    de.offer('vermarktung'),
    filler('art', ({ kind }) => ({
      '@code': { apartment: 100, house: 200, plot: 300, shop: 400, garage: 500 }[kind],
      '#': german.kinds[kind],
    })),
    hidden('kind', ({ kind }) => german.kinds[kind]),
    filler('preise/preis', ({ offer, euros, area, plot, index }) => [
      ...(offer === 'rent' ? [{ '@art': 'kaution', '@waehrung': 'EUR', '@betrag': String(euros * 3) }] : []),
      { '@art': offer === 'rent' ? 'kaltmiete' : 'kaufpreis', '@waehrung': 'EUR', '@betrag': `${euros}.00` },
      { '@art': 'preis_pro_qm', '@waehrung': 'EUR', '@betrag': (euros / (area ?? plot ?? 1)).toFixed(2) },
      ...(index % 3 === 0 ? [{ '@art': 'betriebskosten', '@waehrung': 'EUR', '@betrag': '112.50' }] : []),
    ]),
    hidden('amount', ({ euros }) => `${euros}.00`),
    hidden('currency', () => 'EUR'),
    decoy('z1', 'deposit', () => null),
    decoy('z2', 'per area', () => null),
    decoy('z3', 'tax', () => null),
    filler('merkmale/merkmal', (ad) => [
      ...trait('grundstuecksflaeche', written(ad.plot, 'comma'), 'm²'),
      ...trait('wohnflaeche', ad.rooms === null ? null : written(ad.area, 'comma'), 'm²'),
      ...trait('nutzflaeche', ad.rooms === null ? written(ad.area, 'comma') : null, 'm²'),
      ...trait('balkonflaeche', ad.terrace === true ? String(4 + (ad.index % 9)) : null, 'm²'),
      ...trait('zimmer', written(ad.rooms, 'comma')),
      ...trait('badezimmer', written(ad.bathrooms)),
      ...trait('etage', written(ad.floor)),
      ...trait('etagenzahl', written(ad.floors)),
      ...trait('baujahr', written(ad.year)),
      ...trait('heizung', ad.heating === null ? null : german.heatings[ad.heating]),
      ...trait('lift', ad.lift === null ? null : ad.lift ? 'ja' : 'nein'),
      ...trait('hwb', ad.kind === 'plot' ? null : `${40 + ad.index},3`, 'kWh/m²a'),
    ]),
    hidden('area', ({ area }) => written(area, 'comma')),
    { ...hidden('plot', ({ plot }) => written(plot, 'comma')), decoy: 'plot' },
    decoy('z4', 'terrace area', () => null),
    hidden('rooms', ({ rooms }) => written(rooms, 'comma')),
    hidden('bathrooms', ({ bathrooms }) => written(bathrooms)),
    hidden('floor', ({ floor }) => written(floor)),
    hidden('floors', ({ floors }) => written(floors)),
    hidden('year', ({ year }) => written(year)),
    hidden('heating', ({ heating }) => (heating === null ? null : german.heatings[heating])),
    hidden('lift', ({ lift }) => (lift === null ? null : lift ? 'ja' : 'nein')),
    filler('adresse', (ad) => ({
      '@land': 'AT',
      plz: String(8010 + (ad.town % 4)),
      ort: townOf(ad, german).name,
      ortsteil: quarterOf(ad, german),
      strasse: streetOf(ad, german),
      hausnr: String(ad.house),
      geo: {
        '@breite': String(trueValue('lat', ad, german)),
        '@laenge': String(trueValue('lng', ad, german)),
      },
    })),
    hidden('city', (ad) => townOf(ad, german).name),
    hidden('quarter', (ad) => quarterOf(ad, german)),
    hidden('street', (ad) => [streetOf(ad, german), `${streetOf(ad, german)} ${ad.house}`]),
    hidden(['lat', 'lng'], (ad) => [
      String(trueValue('lat', ad, german)),
      String(trueValue('lng', ad, german)),
    ]),
    filler('texte/text', (ad) => [
      { '@typ': 'titel', '#': titleOf(ad, german) },
      { '@typ': 'beschreibung', '#': proseOf(ad, german) },
      { '@typ': 'lage', '#': 'Gute Anbindung an Bus und Bahn, Geschäfte in der Nähe.' },
      ...(ad.index % 3 === 0 ? [{ '@typ': 'intern', '#': german.note }] : []),
    ]),
    hidden('title', (ad) => titleOf(ad, german)),
    hidden('text', (ad) => proseOf(ad, german)),
    decoy('z5', 'note', () => null),
    filler('bilder/bild', (ad) => [
      ...turned(numbered(ad)).map(({ url, rank }) => ({ '@pos': rank, '@typ': 'foto', '@url': url })),
      { '@pos': 9, '@typ': 'grundriss', '@url': pictureOf(ad, 'tlocrt') },
    ]),
    hidden('photos', (ad: Ad) => photosOf(ad)),
    decoy('z6', 'plan', () => null),
    decoy('betreuer', 'agent', (ad) => ({ '@id': 3, name: 'Anna Huber', foto: pictureOf(ad, 'agent') })),
  ],
});

export const blindTwoAbroad: readonly Layout[] = [imobiliare, oferti, mesites, portfolio, merkmale];
