import { CliError } from './exit.js';

interface AccessOptions {
  user?: string;
  password?: string;
  header?: string[];
}

interface Access {
  auth?: { user: string; password: string };
  headers: Record<string, string>;
}

/** Credentials and headers for the source of a feed. */
export interface FeedAccess {
  /** The credentials and headers that are sent with the request, secrets included. */
  sent: Access;
  /** The credentials and headers as written to the feed's configuration, with variables instead of secrets. */
  written: Partial<Access>;
  /** Variables that must be set. */
  secrets: string[];
}

/** Reads `--user`, `--password` and `--header`. `${NAME}` is read from the environment, as in the configuration. @throws CliError 2 */
export function accessOf(
  { user, password, header = [] }: AccessOptions,
  env: Readonly<Record<string, string | undefined>>,
): FeedAccess {
  if ((user === undefined) !== (password === undefined))
    throw new CliError(2, '--user and --password go together. Write both.');
  const access: FeedAccess = { sent: { headers: {} }, written: {}, secrets: [] };
  if (user !== undefined && password !== undefined) {
    access.sent.auth = { user, password: valueOf(password, '--password', env) };
    access.written.auth = { user, password: hidden(password, 'FEED_PASSWORD', access) };
  }
  for (const line of header) {
    const [, name, value] = /^([^\s:]+):\s*(.+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new CliError(2, "--header: write a name and a value, such as 'X-Token: ${NAME}'.");
    access.sent.headers[name] = valueOf(value, '--header', env);
    const variable = `FEED_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
    access.written.headers = { ...access.written.headers, [name]: hidden(value, variable, access) };
  }
  return access;
}

const variables = /\$\{([A-Za-z_]\w*)\}/g;

function valueOf(text: string, option: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(variables, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw new CliError(2, `${option}: ${name} is not set in the environment.`);
    return value;
  });
}

/** Text that names a variable is written unchanged; any other text may be the secret. */
function hidden(text: string, variable: string, access: FeedAccess): string {
  if (text.search(variables) !== -1) return text;
  access.secrets.push(variable);
  return `\${${variable}}`;
}
