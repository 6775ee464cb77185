import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';
import { apiDocument } from '../server/api-document.js';

export const typesFile = 'src/console/api/schema.d.ts';

/** The text of `typesFile` as it should be. */
export async function apiTypes(): Promise<string> {
  const types = astToString(
    await openapiTS(await apiDocument(), { alphabetize: true, defaultNonNullable: false }),
  );
  const style = await prettier.resolveConfig(typesFile);
  return prettier.format(
    `// Made by \`npm run console:types\` from the document of the API.\n/* oxlint-disable */\n${types}`,
    {
      ...style,
      filepath: typesFile,
    },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(typesFile, await apiTypes());
