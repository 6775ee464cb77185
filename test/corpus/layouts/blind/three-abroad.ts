import type { Ad } from '../../ads.js';
import { columnsIn, dated, decoy, filler, saying, written } from '../../columns.js';
import { csv } from '../../containers.js';
import { photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, type Cell, type Layout } from '../../layout.js';
import { xlsx } from '../../sheets.js';
import { greek, portuguese } from '../../tongues/abroad.js';
import { hungarian, polish } from '../../tongues/europe.js';
import { slovene } from '../../tongues/neighbours.js';
import { pick, proseOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, shown } from './kit.js';

const hu = columnsIn(hungarian);
const sl = columnsIn(slovene);
const el = columnsIn(greek);
const pl = columnsIn(polish);
const pt = columnsIn(portuguese);

const perArea = ({ euros, area, plot }: Ad): number => Math.round(euros / (area ?? plot ?? 1));
const forintsPerEuro = 400;

/** Whole and half rooms apart, as Hungarian ads count them. */
function halves(rooms: number | null): string | null {
  if (rooms === null) return null;
  const whole = Math.floor(rooms);
  return rooms === whole ? String(whole) : `${whole} + 1 fél`;
}

/** Software of a Hungarian office near the border: forints first, euros beside them. */
const office = layoutOf({
  name: 'b3-hu-csv-iroda',
  group: 'blind',
  tongue: hungarian,
  truth: { floor: groundFloor },
  container: (columns, ads) => ({
    ...(csv({ delimiter: ';', list: ' ', encoding: 'utf8-bom', quoted: true })(shown(columns), ads) as {
      name: string;
      bytes: Buffer;
    }),
    name: 'hirdetesek_export.csv',
  }),
  columns: [
    filler('Sorszám', ({ index }) => String(index + 1)),
    hu.code('Ref. szám'),
    hu.offer('Értékesítés módja'),
    hu.kind('Ingatlan típusa'),
    hu.title('Hirdetés címe'),
    filler('Vármegye', (ad) => townOf(ad, hungarian).within),
    hu.town('Település'),
    hu.quarter('Városrész'),
    hu.street('Közterület'),
    decoy(
      'Ár (Ft)',
      'second currency',
      ({ euros }) => written(euros * forintsPerEuro, 'grouped')?.replaceAll('.', ' ') ?? null,
    ),
    saying(
      'Ár (EUR)',
      ['amount', 'currency'],
      ({ euros }) => written(euros, 'grouped')?.replaceAll('.', ' ') ?? null,
    ),
    decoy('Négyzetméterár (EUR)', 'per area', (ad) => String(perArea(ad))),
    decoy('Kaució (EUR)', 'deposit', ({ offer, euros }) => (offer === 'rent' ? String(euros * 2) : null)),
    decoy('Közös költség', 'tax', ({ kind, index }) =>
      kind === 'apartment' ? `${8 + (index % 9)} 500 Ft/hó` : null,
    ),
    saying('Lakóterület (m2)', 'area', ({ area }) => written(area, 'comma')),
    decoy('Bruttó alapterület', 'gross area', ({ area }) =>
      area === null ? null : String(Math.round(area * 1.17)),
    ),
    { ...saying('Telekterület (m2)', 'plot', ({ plot }) => written(plot, 'comma')), decoy: 'plot' as const },
    decoy('Erkély (m2)', 'terrace area', ({ terrace, index }) =>
      terrace === true ? String(4 + (index % 9)) : null,
    ),
    saying('Szobák', 'rooms', ({ rooms }) => halves(rooms)),
    saying('Fürdőszobák száma', 'bathrooms', ({ bathrooms }) => written(bathrooms)),
    saying('Emelet', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'földszint' : `${floor}. emelet`,
    ),
    saying('Épület szintjei', 'floors', ({ floors }) => written(floors)),
    hu.year('Építés éve'),
    saying('Fűtés', 'heating', ({ heating }) =>
      heating === null
        ? null
        : { central: 'távfűtés', own: 'egyedi központi', gas: 'gázkonvektor', electric: 'elektromos' }[
            heating
          ],
    ),
    hu.lift('Lift', ['van', 'nincs']),
    filler('Tájolás', ({ index }) => pick(['D', 'DK', 'K', 'NY'], index)),
    hu.text('Leírás'),
    hu.photos('Képek'),
    decoy('Alaprajz', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Referens', 'agent', ({ index }) => pick(['Nagy Éva', 'Kiss Péter'], index)),
    decoy('Megbízó', 'advertiser', ({ index }) => pick(['Szabó úr', 'Tóthné'], index)),
    hu.note('Belső megjegyzés'),
    decoy('Felvéve', 'created', ({ created }) => `${dated(created, 'iso-day').replaceAll('-', '.')}.`),
    saying('Módosítva', 'updated', ({ updated }) => `${dated(updated, 'iso-day').replaceAll('-', '.')}.`),
    saying('Állapot', [], ({ index }) => pick(['felújított', 'jó állapotú', 'újszerű'], index)),
    saying('Hirdetés státusza', 'state', ({ isSold }) => (isSold ? 'eladva' : 'aktív')),
  ],
});

/** Slovene software: the facts are attributes with units, the texts stand by language. */
const attributes = layoutOf({
  name: 'b3-sl-xml-atributi',
  group: 'blind',
  tongue: slovene,
  truth: { floor: groundFloor, terrace: ({ terrace }) => (terrace === true ? true : null) },
  container: made(
    'nepremicnine.xml',
    (records) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<izvoz cas="2026-11-01T03:00:00" agencija="Primer nepremičnine d.o.o.">\n${records.map((one) => element('nepremicnina', one)).join('\n')}\n</izvoz>\n`,
  ),
  columns: [
    sl.code('@oznaka'),
    filler('@id', ({ index }) => 6_100 + index),
    saying('@posredovanje', 'offer', ({ offer }) => (offer === 'sale' ? 'Prodaja' : 'Oddaja')),
    decoy('@vpis', 'created', ({ created }) => dated(created, 'iso-day')),
    saying('@sprememba', 'updated', ({ updated }) => dated(updated, 'iso')),
    saying('vrsta', 'kind', ({ kind }) => slovene.kinds[kind]),
    filler('podvrsta', ({ kind, rooms }) =>
      kind === 'apartment' ? `${Math.round(rooms ?? 1)}-sobno` : null,
    ),
    saying('cena/@valuta', 'currency', () => 'EUR'),
    filler('cena/@ddv', () => 'ne'),
    saying('cena/znesek', 'amount', ({ euros }) => `${euros},00`),
    decoy('cena/na_m2', 'per area', (ad) => `${perArea(ad)},00`),
    decoy('cena/stara', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? `${Math.round(euros * 1.1)},00` : null,
    ),
    decoy('cena/varscina', 'deposit', ({ offer, euros }) => (offer === 'rent' ? `${euros},00` : null)),
    filler('velikost', (ad) => [
      ...(ad.area === null
        ? []
        : [
            { '@tip': 'bruto', '@enota': 'm2', '#': String(Math.round(ad.area * 1.17)) },
            { '@tip': 'neto', '@enota': 'm2', '#': written(ad.area, 'comma') ?? '' },
          ]),
      ...(ad.plot === null
        ? []
        : [{ '@tip': 'zemljisce', '@enota': 'm2', '#': written(ad.plot, 'comma') ?? '' }]),
    ]),
    hidden('area', ({ area }) => written(area, 'comma')),
    { ...hidden('plot', ({ plot }) => written(plot, 'comma')), decoy: 'plot' as const },
    decoy('~bruto', 'gross area', () => null),
    saying('sobe', 'rooms', ({ rooms }) => written(rooms, 'comma')),
    saying('kopalnice', 'bathrooms', ({ bathrooms }) => written(bathrooms)),
    saying('nadstropje', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor === 1 ? 'P' : String(floor)}/${floors ?? ''}`,
    ),
    saying('leto/@gradnje', 'year', ({ year }) => written(year)),
    filler('leto/@adaptacije', ({ year, index }) => (year !== null && index % 5 === 0 ? '2019' : null)),
    sl.heating('ogrevanje'),
    filler('oprema', (ad) => ({
      element: [
        ...(ad.terrace === true ? ['terasa'] : []),
        ...(ad.index % 2 === 0 ? ['klimatska naprava'] : []),
      ],
    })),
    hidden('terrace', ({ terrace }) => (terrace === true ? 'terasa' : null)),
    sl.lift('dvigalo', ['da', 'ne']),
    filler('lokacija/regija', (ad) => townOf(ad, slovene).within),
    sl.town('lokacija/kraj'),
    sl.quarter('lokacija/predel'),
    sl.street('lokacija/naslov'),
    saying('lokacija/gps/@sirina', 'lat', (ad) => String(trueValue('lat', ad, slovene))),
    saying('lokacija/gps/@dolzina', 'lng', (ad) => String(trueValue('lng', ad, slovene))),
    saying('naziv', 'title', (ad) => titleOf(ad, slovene)),
    saying('opis', 'text', (ad) => proseOf(ad, slovene)),
    saying('fotografije/foto', 'photos', (ad): Cell =>
      photosOf(ad).map((url, at) => ({ '@zap': at + 1, '@url': url })),
    ),
    decoy('tloris', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('posrednik', 'agent', (ad) => ({
      ime: pick(['Ana Novak', 'Marko Zupan'], ad.index),
      slika: pictureOf(ad, 'agent'),
    })),
    sl.note('interno'),
    saying('stanje', 'state', ({ isSold }) => (isSold ? 'prodano' : 'v ponudbi')),
  ],
});

/** A broker's workbook in Greek: amounts as numbers in a format, floors as words, yes and no as marks. */
const broker = layoutOf({
  name: 'b3-el-xlsx-mesitis',
  group: 'blind',
  tongue: greek,
  truth: { floor: groundFloor },
  container: (columns, ads) =>
    xlsx({
      name: 'Ακίνητα',
      above: [['Μεσιτικό Γραφείο Παράδειγμα'], ['Λίστα ακινήτων 01/11/2026']],
      typed: {
        Τιμή: ({ euros }) => ({ value: euros, format: '#,##0 "€"' }),
        'Τιμή/τ.μ.': (ad) => ({ value: perArea(ad), format: '#,##0 "€"' }),
        'Εμβαδόν (τ.μ.)': ({ area }) => (area === null ? null : { value: area }),
        'Οικόπεδο (τ.μ.)': ({ plot }) => (plot === null ? null : { value: plot }),
        'Έτος κατασκευής': ({ year }) => (year === null ? null : { value: year }),
        'Ημ/νία καταχώρησης': ({ created }) => ({
          value: new Date(Math.floor(created.getTime() / 86_400_000) * 86_400_000),
          format: 'dd/mm/yyyy',
        }),
        'Τελευταία ενημέρωση': ({ updated }) => ({
          value: new Date(Math.floor(updated.getTime() / 86_400_000) * 86_400_000),
          format: 'dd/mm/yyyy',
        }),
      },
    })(shown(columns), ads),
  columns: [
    filler('Α/Α', ({ index }) => String(index + 1)),
    el.code('Κωδ. ακινήτου'),
    el.offer('Διάθεση', { sale: 'Προς πώληση', rent: 'Προς ενοικίαση' }),
    el.kind('Είδος'),
    filler('Νομός', (ad) => townOf(ad, greek).within),
    el.town('Πόλη'),
    el.quarter('Συνοικία'),
    el.street('Οδός'),
    saying('Τιμή', ['amount', 'currency'], ({ euros }) => euros),
    decoy('Τιμή/τ.μ.', 'per area', perArea),
    decoy('Αρχική τιμή', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? String(Math.round(euros * 1.1)) : null,
    ),
    decoy('Κοινόχρηστα', 'tax', ({ kind, index }) =>
      kind === 'apartment' ? String(20 + (index % 30)) : null,
    ),
    saying('Εμβαδόν (τ.μ.)', 'area', ({ area }) => area),
    { ...saying('Οικόπεδο (τ.μ.)', 'plot', ({ plot }) => plot), decoy: 'plot' as const },
    saying('Υπνοδωμάτια', 'bedrooms', ({ bedrooms }) => written(bedrooms)),
    saying('Μπάνια', 'bathrooms', ({ bathrooms }) => written(bathrooms)),
    saying('Όροφος', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'Ισόγειο' : `${floor}ος`,
    ),
    saying('Έτος κατασκευής', 'year', ({ year }) => year),
    saying('Θέρμανση', 'heating', ({ heating }) => (heating === null ? null : greek.heatings[heating])),
    saying('Ασανσέρ', 'lift', ({ lift }) => (lift === null ? null : lift ? 'ΝΑΙ' : 'ΟΧΙ')),
    saying('Πάρκινγκ', 'parking', ({ parking }) => (parking === null ? null : parking ? 'ΝΑΙ' : 'ΟΧΙ')),
    el.title('Τίτλος αγγελίας'),
    el.text('Περιγραφή'),
    el.photos('Φωτογραφίες'),
    decoy('Κάτοψη', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Ιδιοκτήτης', 'advertiser', ({ index }) => pick(['Παπαδόπουλος', 'Νικολάου'], index)),
    decoy('Συνεργάτης', 'agent', ({ index }) => pick(['Μαρία', 'Γιώργος'], index)),
    decoy('Αμοιβή', 'commission', () => '2%'),
    el.note('Σχόλια γραφείου'),
    decoy('Ημ/νία καταχώρησης', 'created', ({ created }) => dated(created, 'iso-day')),
    saying('Τελευταία ενημέρωση', 'updated', ({ updated }) => dated(updated, 'iso-day')),
    saying('Κατάσταση αγγελίας', 'state', ({ isSold }) => (isSold ? 'Πουλήθηκε' : 'Ενεργή')),
  ],
});

/** A Polish office program for offers abroad: English-free camel case, zeros for what is not said, an enumeration in capitals. */
const offers = layoutOf({
  name: 'b3-pl-json-biuro',
  group: 'blind',
  tongue: polish,
  truth: { floor: groundFloor, rooms: ({ rooms }) => (rooms === null ? null : Math.round(rooms)) },
  container: made('oferty.json', (records) =>
    JSON.stringify({
      wersja: '2.3',
      dataEksportu: '2026-11-01T03:00:00+01:00',
      liczbaOfert: records.length,
      oferty: records,
    }),
  ),
  columns: [
    filler('idOferty', ({ index }) => 880_100 + index),
    pl.code('numerOferty'),
    saying('typTransakcji', 'offer', ({ offer }) => (offer === 'sale' ? 'SPRZEDAZ' : 'WYNAJEM')),
    saying(
      'rodzajNieruchomosci',
      'kind',
      ({ kind }) =>
        ({ apartment: 'MIESZKANIE', house: 'DOM', plot: 'DZIALKA', shop: 'LOKAL_UZYTKOWY', garage: 'GARAZ' })[
          kind
        ],
    ),
    filler('rynek', ({ index }) => (index % 7 === 0 ? 'PIERWOTNY' : 'WTORNY')),
    saying('cena', 'amount', ({ euros }) => euros),
    saying('walutaCeny', 'currency', () => 'EUR'),
    decoy('cenaZaM2', 'per area', perArea),
    decoy('cenaPoprzednia', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? Math.round(euros * 1.1) : 0,
    ),
    decoy('czynszAdministracyjny', 'tax', ({ kind, index }) =>
      kind === 'apartment' ? 40 + (index % 60) : 0,
    ),
    decoy('kaucja', 'deposit', ({ offer, euros }) => (offer === 'rent' ? euros * 2 : 0)),
    saying('powierzchniaUzytkowa', 'area', ({ area }) => area),
    decoy('powierzchniaCalkowita', 'gross area', ({ area }) =>
      area === null ? null : Math.round(area * 1.17),
    ),
    { ...saying('powierzchniaDzialki', 'plot', ({ plot }) => plot), decoy: 'plot' as const },
    saying('liczbaPokoi', 'rooms', ({ rooms }) => (rooms === null ? null : Math.round(rooms))),
    saying('liczbaLazienek', 'bathrooms', ({ bathrooms }) => bathrooms),
    saying('pietro', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'PARTER' : String(floor),
    ),
    saying('liczbaPieter', 'floors', ({ floors }) => floors),
    saying('rokBudowy', 'year', ({ year }) => year),
    saying('ogrzewanie', 'heating', ({ heating }) =>
      heating === null
        ? null
        : { central: 'miejskie', own: 'własna kotłownia', gas: 'gazowe', electric: 'elektryczne' }[heating],
    ),
    saying('winda', 'lift', ({ lift }) => lift),
    saying('taras', 'terrace', ({ terrace }) => terrace),
    saying('miejsceParkingowe', 'parking', ({ parking }) => parking),
    filler('lokalizacja/kraj', () => 'Polska'),
    filler('lokalizacja/wojewodztwo', (ad) => townOf(ad, polish).within),
    pl.town('lokalizacja/miejscowosc'),
    pl.quarter('lokalizacja/dzielnica'),
    pl.street('lokalizacja/ulica'),
    saying('lokalizacja/szerokoscGeograficzna', 'lat', (ad) => trueValue('lat', ad, polish) as number),
    saying('lokalizacja/dlugoscGeograficzna', 'lng', (ad) => trueValue('lng', ad, polish) as number),
    saying('tytulOgloszenia', 'title', (ad) => titleOf(ad, polish)),
    saying('opisOferty', 'text', (ad) => proseOf(ad, polish)),
    filler('zdjecia', (ad): Cell =>
      photosOf(ad).map((url, at) => ({ kolejnosc: at, adres: url, typ: 'ZDJECIE' })),
    ),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('rzut', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('agent', 'agent', ({ index }) => ({
      imieNazwisko: pick(['Anna Nowak', 'Jan Wójcik'], index),
      email: 'biuro@przyklad.pl',
    })),
    decoy('prowizjaProcent', 'commission', () => 3),
    pl.note('uwagiWewnetrzne'),
    decoy('dataDodania', 'created', ({ created }) => dated(created, 'iso')),
    saying('dataAktualizacji', 'updated', ({ updated }) => dated(updated, 'iso')),
    saying('statusOferty', 'state', ({ isSold }) => (isSold ? 'SPRZEDANA' : 'AKTYWNA')),
  ],
});

/** A Portuguese program: bedrooms as a typology, the nature in capitals, areas by their names, pictures with their order. */
const typology = layoutOf({
  name: 'b3-pt-xml-mediacao',
  group: 'blind',
  tongue: portuguese,
  truth: { floor: groundFloor },
  container: made(
    'imoveis.xml',
    (records) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<Exportacao>\n<Agencia><Nome>Exemplo Mediação Lda</Nome><AMI>0000</AMI><Logotipo>https://slike.agencija-primer.rs/logo/agencija.png</Logotipo></Agencia>\n<Imoveis>\n${records.map((one) => element('Imovel', one, true)).join('\n')}\n</Imoveis>\n</Exportacao>\n`,
  ),
  columns: [
    filler('IdImovel', ({ index }) => 55_010 + index),
    pt.code('Referencia'),
    pt.offer('Negocio'),
    saying('Natureza', 'kind', ({ kind, index }) =>
      index % 6 === 1 ? portuguese.kinds[kind].toUpperCase() : portuguese.kinds[kind],
    ),
    saying('Tipologia', 'bedrooms', ({ bedrooms }) => (bedrooms === null ? null : `T${bedrooms}`)),
    filler('Estado', ({ index }) => pick(['Usado', 'Novo', 'Renovado'], index)),
    saying('PrecoVenda', ['amount', 'offer'], ({ offer, euros }) =>
      offer === 'sale' ? String(euros) : null,
    ),
    saying('PrecoArrendamento', ['amount', 'offer', 'period'], ({ offer, euros }) =>
      offer === 'rent' ? String(euros) : null,
    ),
    saying('Moeda', 'currency', () => 'EUR'),
    decoy('PrecoM2', 'per area', (ad) => String(perArea(ad))),
    decoy('PrecoAnterior', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? String(Math.round(euros * 1.1)) : null,
    ),
    decoy('Condominio', 'tax', ({ kind, index }) =>
      kind === 'apartment' ? `${20 + (index % 30)} €/mês` : null,
    ),
    decoy('IMI', 'tax', ({ euros, offer }) => (offer === 'sale' ? `${Math.round(euros / 400)} €/ano` : null)),
    saying('AreaUtil', 'area', ({ area }) => written(area, 'comma', ' m²')),
    decoy('AreaBruta', 'gross area', ({ area }) => (area === null ? null : `${Math.round(area * 1.17)} m²`)),
    { ...saying('AreaTerreno', 'plot', ({ plot }) => written(plot, 'comma', ' m²')), decoy: 'plot' as const },
    saying('CasasBanho', 'bathrooms', ({ bathrooms }) => written(bathrooms)),
    saying('Piso', 'floor', ({ floor }) => (floor === null ? null : floor === 1 ? 'R/C' : `${floor}º andar`)),
    saying('NumeroPisos', 'floors', ({ floors }) => written(floors)),
    saying('AnoConstrucao', 'year', ({ year }) => written(year)),
    saying('Aquecimento', 'heating', ({ heating }) =>
      heating === null ? null : portuguese.heatings[heating],
    ),
    filler('CertificadoEnergetico', ({ kind, index }) =>
      kind === 'plot' ? null : pick(['A', 'B', 'C', 'D'], index),
    ),
    saying('Elevador', 'lift', ({ lift }) => (lift === null ? null : lift ? 'Sim' : 'Não')),
    saying('Estacionamento', 'parking', ({ parking }) => (parking === null ? null : parking ? 'Sim' : 'Não')),
    filler('Localizacao/Pais', () => 'Portugal'),
    filler('Localizacao/Distrito', (ad) => townOf(ad, portuguese).within),
    pt.town('Localizacao/Concelho'),
    pt.quarter('Localizacao/Freguesia'),
    pt.street('Localizacao/Morada'),
    saying('Localizacao/GPSLat', 'lat', (ad) => String(trueValue('lat', ad, portuguese)).replace('.', ',')),
    saying('Localizacao/GPSLon', 'lng', (ad) => String(trueValue('lng', ad, portuguese)).replace('.', ',')),
    saying('Titulo', 'title', (ad) => titleOf(ad, portuguese)),
    saying('Descricao', 'text', (ad) => `${proseOf(ad, portuguese)}\n\nRef. ${String(ad.index + 1)}`),
    saying('Fotografias/Foto', 'photos', (ad): Cell =>
      photosOf(ad).map((url, at) => ({ '@ordem': at + 1, '#': url })),
    ),
    decoy('Planta', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Consultor/Nome', 'agent', ({ index }) => pick(['Rui Silva', 'Inês Costa'], index)),
    decoy('Consultor/Foto', 'agent', (ad) => pictureOf(ad, 'agent')),
    decoy('Comissao', 'commission', () => '5%'),
    pt.note('ObservacoesInternas'),
    decoy('DataInsercao', 'created', ({ created }) => dated(created, 'space')),
    saying('DataAlteracao', 'updated', ({ updated }) => dated(updated, 'space')),
    saying('Situacao', 'state', ({ isSold }) => (isSold ? 'Vendido' : 'Disponível')),
  ],
});

export const blindThreeAbroad: readonly Layout[] = [office, attributes, broker, offers, typology];
