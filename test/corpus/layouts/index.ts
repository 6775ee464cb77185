import type { Layout } from '../layout.js';
import { easternLayouts } from './abroad/eastern.js';
import { northernLayouts } from './abroad/northern.js';
import { southernLayouts } from './abroad/southern.js';
import { europeanLayouts } from './europe.js';
import { bosnianLayouts } from './local/bosnian.js';
import { croatianLayouts } from './local/croatian.js';
import { mixedLayouts } from './local/mixed.js';
import { serbianCsv } from './local/serbian-csv.js';
import { serbianJson } from './local/serbian-json.js';
import { leftOpen } from './local/left-open.js';
import { localSheets } from './local/sheets.js';
import { serbianXml } from './local/serbian-xml.js';
import { blindOneAbroad } from './blind/one-abroad.js';
import { blindOneLocal } from './blind/one-local.js';
import { blindThreeAbroad } from './blind/three-abroad.js';
import { blindThreeLocal } from './blind/three-local.js';
import { blindTwoAbroad } from './blind/two-abroad.js';
import { blindTwoLocal } from './blind/two-local.js';
import { unheardOf } from './unheard.js';

const local: readonly Layout[] = [
  ...serbianXml,
  ...serbianCsv,
  ...serbianJson,
  ...croatianLayouts,
  ...bosnianLayouts,
  ...localSheets,
  ...leftOpen,
  ...mixedLayouts,
];

/** All layouts of the corpus. A new file of layouts is added here. */
export const layouts: readonly Layout[] = [
  ...local,
  ...europeanLayouts,
  ...southernLayouts,
  ...easternLayouts,
  ...northernLayouts,
  ...unheardOf(local),
  ...blindOneLocal,
  ...blindOneAbroad,
  ...blindTwoLocal,
  ...blindTwoAbroad,
  ...blindThreeLocal,
  ...blindThreeAbroad,
];
