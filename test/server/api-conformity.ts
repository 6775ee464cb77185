import { createRequire } from 'node:module';
import { apiDocument } from './api-document.js';

type Schema = Record<string, unknown>;
interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Check {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string; params: unknown }[] | null;
}
interface Validator {
  addSchema: (schema: Schema) => void;
  addFormat: (name: string, is: (text: string) => boolean) => void;
  compile: (schema: Schema) => Check;
}

/** What is compared with what the document says. */
export interface Answered {
  method: string;
  /** Below /api/v1. */
  path: string;
  status: number;
  type: string;
  text: string;
}

/**
 * Holds answers against the API's own document, by the validator of JSON schemas (ajv) that the validator of OpenAPI documents brings
 * along: the API is made with another library. An answer has all that is said of it and nothing else.
 */
export class Conformity {
  static #one: Promise<Conformity> | null = null;
  readonly #checks = new Map<Schema, Check>();
  readonly #paths: { form: RegExp; methods: Record<string, Operation> }[];

  private constructor(
    document: OpenApi,
    private readonly validator: Validator,
  ) {
    // What is written out comes before what stands for any name.
    this.#paths = Object.entries(document.paths)
      .sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
      .map(([path, methods]) => ({
        form: new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}$`),
        methods,
      }));
  }

  static of(): Promise<Conformity> {
    return (Conformity.#one ??= Conformity.#make());
  }

  static async #make(): Promise<Conformity> {
    const document = (await apiDocument()) as unknown as OpenApi;
    const ofDocuments = createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator');
    const { Ajv2020 } = createRequire(ofDocuments)('ajv/dist/2020.js') as {
      Ajv2020: new (options: object) => Validator;
    };
    const validator = new Ajv2020({ strict: false, allErrors: true });
    validator.addFormat(
      'date-time',
      (text) => /^\d{4}-\d\d-\d\dT.*Z$/.test(text) && !Number.isNaN(Date.parse(text)),
    );
    const schemas = Object.entries(document.components.schemas);
    validator.addSchema({
      $id: 'api',
      $defs: {
        closed: Object.fromEntries(schemas.map(([name, schema]) => [name, exact(schema)])),
        open: Object.fromEntries(schemas.map(([name, schema]) => [name, exact(schema, true)])),
      },
    });
    return new Conformity(document, validator);
  }

  /** @returns why an answer is not as the document says; null where it is */
  problemOf({ method, path, status, type, text }: Answered): string | null {
    const asked = `${method} ${path} answered ${status}`;
    const [bare = ''] = `/api/v1${path}`.split('?');
    const operation = this.#paths.find(
      ({ form, methods }) => form.test(bare) && methods[method.toLowerCase()] !== undefined,
    )?.methods[method.toLowerCase()];
    if (operation === undefined) return null;
    const response = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined);
    if (response === undefined) return `${asked}, which is not described`;
    const [form = ''] = type.split(';');
    const schema = response.content?.[form]?.schema;
    if (schema === undefined) return `${asked} with ${form}, which is not described`;
    if (form !== 'application/json') return null;
    let check = this.#checks.get(schema);
    if (check === undefined) this.#checks.set(schema, (check = this.validator.compile(exact(schema))));
    if (check(JSON.parse(text))) return null;
    const first = (check.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return `${asked}, otherwise than described: ${first.slice(0, 5).join('; ')}`;
  }
}

/** The schema with nothing else allowed. @param isPart of several that hold together, so that it has not all of them */
function exact(schema: Schema, isPart = false): Schema {
  const { $ref, allOf, ...rest } = schema;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, within(key, value)]));
  const isClosed =
    !isPart && (allOf !== undefined || 'properties' in own) && own.additionalProperties === undefined;
  return {
    ...own,
    ...(typeof $ref === 'string' && {
      $ref: `api#/$defs/${isPart ? 'open' : 'closed'}/${$ref.split('/').at(-1) ?? ''}`,
    }),
    ...(allOf !== undefined && { allOf: (allOf as Schema[]).map((part) => exact(part, true)) }),
    ...(isClosed && { unevaluatedProperties: false }),
  };
}

function within(key: string, value: unknown): unknown {
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(value as Schema).map(([name, one]) => [name, exact(one as Schema)]),
    );
  if (key === 'anyOf' || key === 'oneOf') return (value as Schema[]).map((one) => exact(one));
  const isSchema = key === 'items' || key === 'additionalProperties';
  return isSchema && typeof value === 'object' && value !== null ? exact(value as Schema) : value;
}
