import { writeFile } from 'node:fs/promises';
import { commandsPage, documentedProgram, pageFile } from './commands-page.js';

/** `npm run commands-page` */
await writeFile(pageFile, await commandsPage(await documentedProgram()));
