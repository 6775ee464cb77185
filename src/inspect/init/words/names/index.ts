import { arabic } from './arabic.js';
import { bulgarian } from './bulgarian.js';
import { czech } from './czech.js';
import { dutch } from './dutch.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { greek } from './greek.js';
import { hungarian } from './hungarian.js';
import { italian } from './italian.js';
import { macedonian } from './macedonian.js';
import { polish } from './polish.js';
import { portuguese } from './portuguese.js';
import { romanian } from './romanian.js';
import { russian } from './russian.js';
import { serbian } from './serbian.js';
import { slovene } from './slovene.js';
import { spanish } from './spanish.js';
import type { NameTongue } from './tongue.js';
import { turkish } from './turkish.js';

/** The words of column names by language. */
export const nameTongues: Readonly<Record<string, NameTongue>> = {
  ...{ en: english, sr: serbian, mk: macedonian, sl: slovene, de: german, ru: russian, hu: hungarian },
  ...{ it: italian, ro: romanian, bg: bulgarian, el: greek, tr: turkish, pl: polish, cs: czech },
  ...{ es: spanish, pt: portuguese, fr: french, nl: dutch, ar: arabic },
};
