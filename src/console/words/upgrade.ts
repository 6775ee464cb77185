import { words } from './table.js';

/** Texts of the card that moves a feed to the present version of its mapping. */
export const upgradeWords = words('operator', {
  'upgrade.title': { sr: 'Verzija mapiranja', en: 'Version of the mapping' },
  'upgrade.gain': { sr: 'verzija {version} prepoznaje više', en: 'version {version} recognises more' },
  'upgrade.gain.more': {
    sr: 'Novija verzija prepoznaje prodate, rezervisane i povučene oglase po svim uobičajenim rečima.',
    en: 'A newer version recognises sold, reserved and withdrawn listings by all usual words.',
  },
  'upgrade.see': { sr: 'Uporedite sa najnovijom verzijom', en: 'Compare with the newest version' },
  'upgrade.newest': {
    sr: 'Feed već koristi najnoviju verziju.',
    en: 'The feed has the newest version already.',
  },
  'upgrade.move': {
    sr: '{mapping}: sa verzije {from} na {to}',
    en: '{mapping}: from version {from} to {to}',
  },
  'upgrade.nothing': {
    sr: 'Nijedan oglas iz poslednjeg fajla se ne menja.',
    en: 'No listing of the last file changes.',
  },
  'upgrade.listings': {
    sr: { one: '{n} oglas', few: '{n} oglasa', other: '{n} oglasa' },
    en: { one: '{n} listing', other: '{n} listings' },
  },
  'upgrade.changes': { sr: 'Oglasi koji se menjaju', en: 'Listings that change' },
  'upgrade.listing': { sr: 'Oglas', en: 'Listing' },
  'upgrade.becomes': { sr: 'Šta biva sa njim', en: 'What becomes of it' },
  'upgrade.word': { sr: 'Reč u fajlu', en: 'Word of the file' },
  'upgrade.more': { sr: 'i još {n}', en: 'and {n} more' },
  'upgrade.take': { sr: 'Pređi na novu verziju', en: 'Move to the new version' },
  'upgrade.take.text': {
    sr: 'Sačuvani zapisi se ponovo mapiraju. Što time silazi sa portala, najpre prolazi zaštitu od uklanjanja: preko dozvoljenog broja pitamo jednom za ceo feed.',
    en: 'The kept records are mapped again. What leaves the portal by it passes the guard of removals first: above its limits we ask once for the whole feed.',
  },
  'upgrade.taken': {
    sr: 'Feed je prešao na novu verziju. Zapisi se ponovo mapiraju.',
    en: 'The feed has the new version. Its records are mapped again.',
  },
});
