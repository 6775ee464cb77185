import type { Ad } from '../../ads.js';
import { columnsIn, decoy, saying, written } from '../../columns.js';
import { csv, xml } from '../../containers.js';
import { trueValue, type Field } from '../../fields.js';
import { layoutOf, type Cell, type Layout } from '../../layout.js';
import { arabic, czech, greek, russian } from '../../tongues/abroad.js';
import { polish, turkish } from '../../tongues/europe.js';
import { roomsOf } from './southern.js';

const gr = columnsIn(greek);
const ar = columnsIn(arabic);
const tr = columnsIn(turkish);
const ru = columnsIn(russian);
const pl = columnsIn(polish);
const cs = columnsIn(czech);
const group = 'abroad';

/** Greek letters, and the rooms with their areas inside the record. */
const greekXml = layoutOf({
  ...{ name: 'el-xml-akinita', group, tongue: greek },
  container: xml({ root: 'akinita', record: 'akinito', cdata: true }),
  columns: [
    ...[
      gr.code('kodikos'),
      gr.offer('synallagi'),
      gr.kind('eidos'),
      gr.title('titlos'),
      gr.text('perigrafi'),
    ],
    ...[gr.euros('timi', 'grouped', '€'), gr.perArea('timi_ana_tm', 'grouped', '€')],
    decoy('dwmatia/dwmatio', 'room area', roomsOf('onoma', 'emvadon', ['Σαλόνι', 'Κουζίνα', 'Υπνοδωμάτιο'])),
    ...[gr.area('emvadon', 'comma', ' τ.μ.'), gr.plotOfHouse('emvadon_oikopedou', 'comma', ' τ.μ.')],
    ...[gr.bedrooms('ypnodomatia'), gr.bathrooms('mpania'), gr.floor('orofos'), gr.year('etos_kataskevis')],
    ...[gr.town('poli'), gr.within('nomos'), gr.quarter('perioxi'), gr.street('dieythynsi')],
    ...[
      gr.photos('fotografies/fotografia'),
      gr.plan('katopsi'),
      gr.created('imerominia_kataxorisis', 'local'),
    ],
    ...[
      gr.updated('teleytaia_enimerosi', 'local'),
      gr.agent('symvoulos'),
      gr.tax('koinoxrista'),
      gr.note('simeiosi'),
    ],
  ],
});

/** Greek headings and rents in the same column as the prices. */
const greekCsv = layoutOf({
  ...{ name: 'el-csv-aggelies', group, tongue: greek },
  container: csv({ delimiter: ';', encoding: 'utf8-bom' }),
  columns: [
    ...[gr.code('Κωδικός'), gr.offer('Τύπος αγγελίας'), gr.kind('Είδος ακινήτου'), gr.title('Τίτλος')],
    ...[gr.text('Περιγραφή'), gr.euros('Τιμή (€)', 'grouped'), gr.perArea('Τιμή ανά τ.μ.', 'comma')],
    ...[gr.area('Εμβαδόν (τ.μ.)', 'comma'), gr.plotOfHouse('Οικόπεδο (τ.μ.)'), gr.rooms('Δωμάτια', 'comma')],
    ...[gr.floor('Όροφος'), gr.heating('Θέρμανση'), gr.town('Πόλη'), gr.street('Διεύθυνση')],
    ...[gr.photos('Φωτογραφίες'), gr.agent('Σύμβουλος'), gr.created('Ημερομηνία', 'local')],
    ...[gr.deposit('Εγγύηση'), gr.note('Σημειώσεις')],
  ],
});

/** Figures in Arabic digits, with the Arabic signs for thousands and decimals. */
const arabicCsv = layoutOf({
  ...{ name: 'ar-csv-aqarat', group, tongue: arabic },
  container: csv({ encoding: 'utf8-bom' }),
  columns: [
    ...[ar.code('رقم'), ar.offer('نوع العرض'), ar.kind('نوع العقار'), ar.title('العنوان'), ar.text('الوصف')],
    saying('السعر', ['amount', 'currency'], ({ euros }) => `${arabicFigure(euros)} يورو`),
    decoy('سعر المتر', 'per area', ({ euros, area, plot }) =>
      arabicFigure(Math.round(euros / (area ?? plot ?? 1))),
    ),
    saying('المساحة', 'area', ({ area }) => (area === null ? null : arabicFigure(area))),
    {
      ...saying('مساحة الأرض', 'plot', ({ plot }) => (plot === null ? null : arabicFigure(plot))),
      decoy: 'plot',
    },
    saying('غرف النوم', 'bedrooms', ({ bedrooms }) => (bedrooms === null ? null : arabicFigure(bedrooms))),
    saying('الطابق', 'floor', ({ floor }) => (floor === null ? null : arabicFigure(floor))),
    ...[ar.town('المدينة'), ar.quarter('الحي'), ar.street('الشارع'), ar.photos('الصور'), ar.agent('الوكيل')],
    ...[ar.created('تاريخ الإضافة', 'iso-day'), ar.deposit('التأمين'), ar.note('ملاحظات')],
  ],
});

function arabicFigure(value: number): string {
  const grouped = written(value, 'grouped') ?? '';
  return Array.from(grouped, (letter) =>
    /\d/.test(letter) ? String.fromCodePoint(0x660 + Number(letter)) : letter === '.' ? '٬' : '٫',
  ).join('');
}

/** Gross and net square metres, rooms as `2+1`, and dues beside the price. */
const turkishXml = layoutOf({
  ...{ name: 'tr-xml-brut-net', group, tongue: turkish },
  container: xml({ root: 'ilanlar', record: 'ilan' }),
  columns: [
    ...[
      tr.code('@no'),
      tr.offer('durumu'),
      tr.kind('emlakTipi'),
      tr.title('ilanBasligi'),
      tr.text('ilanAciklamasi'),
    ],
    ...[
      tr.amount('fiyat/tutar'),
      tr.currency('fiyat/birim'),
      tr.tax('fiyat/aidat'),
      tr.deposit('fiyat/depozito'),
    ],
    ...[tr.grossArea('brutM2'), tr.area('netM2'), tr.plotOfHouse('arsaM2')],
    // Of `3+1` three are bedrooms, and one is the living room.
    saying('odaSayisi', ['rooms', 'bedrooms'], ({ rooms }) =>
      rooms === null ? null : `${sleepingIn(rooms)}+1`,
    ),
    ...[tr.bathrooms('banyoSayisi'), tr.floor('bulunduguKat'), tr.floors('katSayisi'), tr.town('il')],
    ...[tr.within('ilce'), tr.quarter('mahalle'), tr.street('acikAdres')],
    saying('resimler/resim', 'photos', (ad) =>
      (trueValue('photos', ad, turkish) as string[]).map((url) => ({ '@yol': url })),
    ),
    ...[tr.agent('danisman'), tr.created('eklenmeTarihi', 'space'), tr.updated('guncellemeTarihi', 'space')],
    ...[tr.views('goruntulenme'), tr.note('ozelNot')],
  ],
  truth: {
    rooms: ({ rooms }) => (rooms === null ? null : sleepingIn(rooms) + 1),
    bedrooms: ({ rooms }) => (rooms === null ? null : sleepingIn(rooms)),
  },
});

/** The rooms without the living room, as the file counts them. */
function sleepingIn(rooms: number): number {
  return Math.max(1, Math.ceil(rooms) - 1);
}

/** Three areas in one cell, floor and floors in another, the price in thousands. */
const russianXml = layoutOf({
  ...{ name: 'ru-xml-drobi', group, tongue: russian },
  container: xml({ root: 'база', record: 'объект' }),
  columns: [
    ...[
      ru.code('номер'),
      ru.offer('операция'),
      ru.kind('тип_объекта'),
      ru.title('заголовок'),
      ru.text('описание'),
    ],
    saying('цена', ['amount', 'currency'], ({ euros, offer }) =>
      offer === 'rent' ? `${euros} евро в месяц` : `${written(euros / 1000, 'comma') ?? ''} тыс. евро`,
    ),
    saying('площадь', 'area', ({ area, kind }) =>
      area === null ? null : kind === 'apartment' ? threeAreas(area) : written(area, 'comma'),
    ),
    saying('площадь_участка', 'plot', ({ plot }) =>
      plot === null ? null : `${written(plot / 100, 'comma') ?? ''} сот.`,
    ),
    decoy('площадь_балкона', 'terrace area', ({ terrace, index }) =>
      terrace === true ? String(3 + (index % 5)) : null,
    ),
    saying('этаж', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor}/${floors ?? ''}`,
    ),
    ...[ru.rooms('комнат', 'comma'), ru.town('город'), ru.quarter('район'), ru.street('адрес')],
    ...[
      ru.photos('фото/снимок'),
      ru.plan('планировка'),
      ru.agent('риелтор'),
      ru.created('добавлено', 'local'),
    ],
    ...[
      ru.updated('обновлено', 'space'),
      ru.commission('комиссия'),
      ru.note('заметка'),
      ru.advertiser('источник'),
    ],
  ],
});

function threeAreas(area: number): string {
  return [area, Math.round(area * 0.6), 8].map((one) => written(one, 'comma') ?? '').join('/');
}

const pairNames = {
  ...{ amount: 'cena', currency: 'waluta', area: 'powierzchnia_uzytkowa', plot: 'powierzchnia_dzialki' },
  ...{ rooms: 'liczba_pokoi', floor: 'pietro', floors: 'liczba_pieter', year: 'rok_budowy' },
} as const satisfies Partial<Record<Field, string>>;
const pairFields = Object.keys(pairNames) as (keyof typeof pairNames)[];

/** All facts are pairs of a name and a value. */
const polishPairs = layoutOf({
  ...{ name: 'pl-xml-parametry', group, tongue: polish },
  container: xml({ root: 'eksport', record: 'ogloszenie' }),
  columns: [
    ...[pl.code('@id'), pl.offer('@rodzaj'), pl.kind('@typ'), pl.title('naglowek'), pl.text('tresc')],
    saying('parametr', pairFields, (ad) => pairsOf(ad)),
    ...[pl.town('polozenie/miejscowosc'), pl.within('polozenie/powiat'), pl.street('polozenie/ulica')],
    ...[
      pl.photos('galeria/plik'),
      pl.plan('rzut'),
      pl.portrait('doradca/zdjecie'),
      pl.agent('doradca/nazwisko'),
    ],
    ...[pl.created('utworzono', 'space'), pl.updated('zmieniono', 'space'), pl.note('uwagi_wewnetrzne')],
    ...[pl.commission('prowizja'), pl.views('odslony')],
  ],
});

function pairsOf(ad: Ad): Cell {
  const pairs = pairFields.flatMap((field) => {
    const value = trueValue(field, ad, polish);
    const text = typeof value === 'number' ? written(value, 'comma') : value;
    return text === null ? [] : [[pairNames[field], String(text)] as const];
  });
  const others = [
    ['cena_za_metr', written(Math.round(ad.euros / (ad.area ?? ad.plot ?? 1)))] as const,
    ['powierzchnia_calkowita', ad.area === null ? null : String(Math.round(ad.area * 1.2))] as const,
  ];
  return [...others.slice(0, 1), ...pairs, ...others.slice(1)].flatMap(([name, text]) =>
    text === null ? [] : [{ '@nazwa': name, '#': text }],
  );
}

/** Crowns, which the portal does not take. */
const czechXml = layoutOf({
  ...{ name: 'cs-xml-koruny', group, tongue: czech, waits: /currency_not_taken/, feed: { currency: 'CZK' } },
  container: xml({ root: 'nabidka', record: 'nemovitost' }),
  columns: [
    ...[
      cs.code('cislo_zakazky'),
      cs.offer('typ_nabidky'),
      cs.kind('druh'),
      cs.title('nazev'),
      cs.text('popis'),
    ],
    saying(
      'cena',
      'amount',
      ({ euros }) => `${written(euros * 25, 'grouped')?.replaceAll('.', ' ') ?? ''} Kč`,
    ),
    decoy(
      'cena_za_m2',
      'per area',
      ({ euros, area, plot }) => `${Math.round((euros * 25) / (area ?? plot ?? 1))} Kč`,
    ),
    ...[cs.area('uzitna_plocha'), cs.grossArea('zastavena_plocha'), cs.plotOfHouse('plocha_pozemku')],
    ...[
      cs.floor('podlazi'),
      cs.town('obec'),
      cs.within('okres'),
      cs.street('ulice'),
      cs.photos('fotky/fotka'),
    ],
    ...[cs.agent('makler'), cs.created('vlozeno', 'local'), cs.note('poznamka'), cs.commission('provize')],
  ],
});

export const easternLayouts: readonly Layout[] = [
  ...[greekXml, greekCsv, arabicCsv, turkishXml, russianXml, polishPairs, czechXml],
];
