import { beforeAll, describe, expect, it } from 'vitest';
import { oglasi, table, type Row, type XmlAd } from './small-files.js';
import { syncFeeds, type CaseFeed, type CaseOutcome } from './sync-feeds.js';

/** What becomes of one record, by each of the mappings. */
type Expected = Partial<{
  state: 'live' | 'inactive' | 'absent';
  title: string;
  text: string;
  photos: string[];
  structure: Record<string, unknown>;
  issues: string[];
}>;

/** Only the state waits: the word is asked about. */
const unknown = ['unmapped_word /state', 'doubt_unknown_state /state'];

/** Rows of one file, each with a fault of its own. */
const states: [word: string, state: Expected['state'], issues?: string[]][] = [
  ['Aktivan', 'live'],
  ['aktivno', 'live'],
  ['u ponudi', 'live'],
  ['Novo', 'live'],
  ['AKCIJA!', 'live'],
  ['Prodat', 'absent'],
  ['PRODATO!', 'absent'],
  ['prodato 15.11.2026.', 'absent'],
  ['Продато', 'absent'],
  ['Sold', 'absent'],
  ['Izdat', 'absent'],
  ['Povučen', 'absent'],
  ['povučeno iz ponude', 'absent'],
  ['arhivirano', 'absent'],
  ['obrisano', 'absent'],
  ['draft', 'absent'],
  ['Rezervisan', 'inactive'],
  ['KAPARISANO 3.1.', 'inactive'],
  ['under offer', 'inactive'],
  ['neaktivan', 'inactive'],
  ['čeka veštaka', 'absent', unknown],
  ['šifra 7', 'absent', unknown],
];

const photo = (name: string): string => `https://photos.agency.example/${name}`;
const photos: [cell: string, urls: string[], issues?: string[]][] = [
  [`${photo('1.jpg')}, ${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')},${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')};${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')}\n${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')} | ${photo('2.jpg')} |`, [photo('1.jpg'), photo('2.jpg')]],
  [`|${photo('1.jpg')}||${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')}\t${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('1.jpg')} ${photo('2.jpg')}`, [photo('1.jpg'), photo('2.jpg')]],
  [`${photo('w_8,h_6/1.jpg')}, ${photo('w_8,h_6/2.jpg')}`, [photo('w_8,h_6/1.jpg'), photo('w_8,h_6/2.jpg')]],
  [photo('https://cdn.example/1.jpg'), [photo('https://cdn.example/1.jpg')]],
  [photo('i.php?id=7&amp;w=800'), [photo('i.php?id=7&w=800')]],
  [photo('i.php?id=7&#38;w=800'), [photo('i.php?id=7&w=800')]],
  [photo('слика.jpg'), [photo('%D1%81%D0%BB%D0%B8%D0%BA%D0%B0.jpg')]],
  [photo('soba đ.jpg'), [photo('soba%20%C4%91.jpg')]],
  [photo('soba%20%C4%91.jpg'), [photo('soba%20%C4%91.jpg')]],
  [photo('slika/77'), [photo('slika/77')]],
  [photo('e.png?x=260&t=image/jpeg'), [photo('e.png?x=260&t=image/jpeg')]],
  [`${photo('osnova.pdf')}|${photo('1.jpg')}`, [photo('1.jpg')], ['photo_dropped /photos']],
];

const texts: [ad: XmlAd, expected: Expected][] = [
  [{ naslov: 'Stan <i>kod Dunava</i> 52 m<sup>2</sup>' }, { title: 'Stan kod Dunava 52 m2' }],
  [{ opis: 'Stan u <b>tihoj</b> ulici.<br/>Blizu keja.' }, { text: 'Stan u tihoj ulici.\nBlizu keja.' }],
  [{ opis: '<p>Stan u ulici.</p><p>Blizu keja.</p>' }, { text: 'Stan u ulici.\n\nBlizu keja.' }],
  [{ naslov: '<b>Stan</b> kod <i><u>keja</u></i>' }, { title: 'Stan kod keja' }],
  [
    { naslov: '&lt;![CDATA[Stan kod keja]]&gt;' },
    { title: 'Stan kod keja', issues: ['repaired_escaped_cdata '] },
  ],
  [{ opis: '&lt;p&gt;Stan je kod samog keja.&lt;/p&gt;' }, { text: 'Stan je kod samog keja.' }],
  [{ naslov: 'Stan&nbsp;za 98.500&euro; &ndash; &scaron;etnja' }, { title: 'Stan za 98.500€ – šetnja' }],
  [
    { opis: 'Stan &amp;lt;br&amp;gt; kod keja &amp;amp; parka.' },
    { text: 'Stan\nkod keja & parka.', issues: ['repaired_double_escaped '] },
  ],
  [{ naslov: 'Stan &#150; kod keja' }, { title: 'Stan – kod keja', issues: ['repaired_windows_1252 '] }],
  [{ naslov: 'Stan za 98.500 &#x80;' }, { title: 'Stan za 98.500 €', issues: ['repaired_windows_1252 '] }],
  [{ naslov: 'Stan &#132;Kej&#147;' }, { title: 'Stan „Kej“', issues: ['repaired_windows_1252 '] }],
  [
    { naslov: 'Stan &#55357;&#56832; kod keja' },
    { title: 'Stan 😀 kod keja', issues: ['repaired_surrogate_pair '] },
  ],
  [{ naslov: 'Stan &#x1F3E1; kod keja' }, { title: 'Stan 🏡 kod keja' }],
  [{ naslov: 'Stan &#0;kod keja' }, { title: 'Stan kod keja', issues: ['repaired_control_character '] }],
  [{ naslov: 'Stan \u0002kod keja' }, { title: 'Stan kod keja', issues: ['repaired_control_character '] }],
  [{ naslov: 'Stan &#xD83D; kod keja' }, { state: 'absent' }],
  [{ naslov: 'Stan R&D kod keja' }, { title: 'Stan R&D kod keja', issues: ['repaired_bare_ampersand '] }],
  [
    { photo: photo('get.php?id=1&w=8') },
    { photos: [photo('get.php?id=1&w=8')], issues: ['repaired_bare_ampersand '] },
  ],
  [{ ponuda: '\u00a0Prodaja\u200b ' }, { state: 'live' }],
];

const flags: [flags: Row, structure: Record<string, unknown>, issues?: string[]][] = [
  [
    { elevator: 'da', parking: 'x', terrace: 'DA' },
    { elevator: true, parking: true, terrace: true },
  ],
  [
    { elevator: '✓', parking: '✔', terrace: '√' },
    { elevator: true, parking: true, terrace: true },
  ],
  [
    { elevator: 'X', parking: 'T', terrace: 'Y' },
    { elevator: true, parking: true, terrace: true },
  ],
  [
    { elevator: 'nema', parking: 'N', terrace: '0' },
    { elevator: false, parking: false, terrace: false },
  ],
  [
    { elevator: 'ima', parking: '-1', terrace: 'on' },
    { elevator: true, parking: true, terrace: true },
  ],
  [
    { elevator: 'TRUE', parking: 'Ne', terrace: 'yes' },
    { elevator: true, parking: false, terrace: true },
  ],
  [
    { elevator: 'da', parking: 'na ulici', terrace: 'ne' },
    { elevator: true, terrace: false },
    ['unmapped_word /structure/parking'],
  ],
];

const dates = [
  ...['20.11.2026. 17:45:10', '20/11/2026', '11/20/2026 3:05 PM', 'Sat, 18 Oct 2025 01:20:51 GMT'],
  ...['1763900000', '/Date(1763900000000)/', '0000-00-00 00:00:00', '46346,5', '20. novembar 2026.'],
];

const files = {
  states: table(states.map(([status]) => ({ status }))),
  photos: table(photos.map(([cell]) => ({ photos: cell }))),
  texts: oglasi(texts.map(([ad]) => ad)),
  flags: table(flags.map(([one]) => one)),
  dates: table(dates.map((date) => ({ updated_at: date }))),
};
const presets: Record<keyof typeof files, string> = {
  ...{ states: 'csv-header', photos: 'csv-header', texts: 'estate-sistem' },
  ...{ flags: 'csv-header', dates: 'csv-header' },
};
const names = Object.keys(files) as (keyof typeof files)[];

let outcomes: Record<string, CaseOutcome>;
beforeAll(async () => {
  const feeds = names.flatMap((name): [string, CaseFeed][] => [
    [`${name}-preset`, { mapping: presets[name], files: [files[name]] }],
    [`${name}-proposal`, { mapping: 'proposal', files: [files[name]] }],
  ]);
  outcomes = await syncFeeds(Object.fromEntries(feeds));
});

function ledTo(feed: string, id: string, expected: Expected): Expected {
  const { live, states, issues } = outcomes[feed]!;
  const payload = live[id];
  const found: Required<Expected> = {
    state: (states[id] ?? 'absent') as 'live',
    title: payload?.title?.sr ?? '',
    text: payload?.description?.sr ?? '',
    photos: payload?.photos?.map(({ url }) => url) ?? [],
    structure: Object.fromEntries(
      Object.keys(expected.structure ?? {}).map((key) => [key, payload?.structure?.[key]]),
    ),
    issues: (issues[id] ?? []).map(({ code, pointer }) => `${code} ${pointer}`),
  };
  return Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as keyof Expected]]));
}

describe.each(['preset', 'proposal'])('one record among others, by a %s', (mapping) => {
  it.each(states.map(([word, state, issues = []], index) => ({ word, state, issues, id: `V${index + 1}` })))(
    'is $state where its state is "$word"',
    ({ id, state, issues }) => {
      const expected = { ...(state !== undefined && { state }), issues };
      expect(ledTo(`states-${mapping}`, id, expected)).toEqual(expected);
    },
  );

  it.each(photos.map(([cell, urls, issues = []], index) => ({ cell, urls, issues, id: `V${index + 1}` })))(
    'has each photo of $cell',
    ({ id, urls, issues }) => {
      const expected: Expected = { photos: urls, issues };
      expect(ledTo(`photos-${mapping}`, id, expected)).toEqual(expected);
    },
  );

  it.each(texts.map(([ad, expected], index) => ({ ad: JSON.stringify(ad), expected, id: `X${index + 1}` })))(
    'is read as a person reads it: $ad',
    ({ id, expected }) => {
      const whole: Expected = { state: 'live', issues: [], ...expected };
      if (whole.state === 'absent') delete whole.issues;
      expect(ledTo(`texts-${mapping}`, id, whole)).toEqual(whole);
    },
  );

  it.each(
    flags.map(([row, structure, issues = []], index) => ({ row, structure, issues, id: `V${index + 1}` })),
  )('has the flags of $row', ({ id, structure, issues }) => {
    const expected: Expected = { state: 'live', structure, issues };
    expect(ledTo(`flags-${mapping}`, id, expected)).toEqual(expected);
  });

  it.each(dates.map((date, index) => ({ date, id: `V${index + 1}` })))(
    'is live whatever its date is: $date',
    ({ id }) => {
      expect(ledTo(`dates-${mapping}`, id, { state: 'live' })).toEqual({ state: 'live' });
    },
  );
});
