import { createRoute, z } from '@hono/zod-openapi';
import { receivedPath, saveUpload, uploadOf } from '../../../store/facts/uploads.js';
import { forgetUpload } from '../../../sync/upkeep/forget-uploads.js';
import { uploadWords } from '../../../texts/setup/upload-words.js';
import type { SetupRecord } from '../../../store/store.js';
import { authorOf, type Actor } from '../../access/permissions.js';
import { ApiError } from '../errors.js';
import { receiveUpload, uploadMegabytes } from '../receive-upload.js';
import { UploadSchema } from '../schemas/setup-schemas.js';
import { uploadDocument } from '../schemas/upload-document.js';
import { agencyNamed, refusedIn } from './agency-routes.js';
import { answers, feedName, type Api, type ApiParts } from './route-parts.js';

/** Content type of an uploaded file, whatever its format: the file itself says what it is. */
export const uploadType = 'application/octet-stream';

const path = '/agencies/{name}/upload';
const AnswerSchema = z.object({
  upload: UploadSchema.nullable().meta({ description: 'Null: no file is uploaded.' }),
});

/** A file that is uploaded to try it before its address exists. Nothing of it is ever published. */
export function addUploadRoutes(app: Api, parts: ApiParts): void {
  addLook(app, parts);
  addPut(app, parts);
  addRemove(app, parts);
}

function addLook(app: Api, { deps, guard }: ApiParts): void {
  const look = createRoute({
    method: 'get',
    path,
    summary: 'The file that was uploaded to try it, and what was read of it',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('The file.', AnswerSchema),
  });
  app.openapi(look, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    return c.json(await answerOf(agency, actor, deps), 200);
  });
}

/** Of one agency one file is received at a time, and of all agencies this many. */
const openMax = 4;

function addPut(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  /** Agencies whose file is being received. */
  const open = new Set<string>();
  const put = createRoute({
    method: 'put',
    path,
    summary: `Upload a file of at most ${uploadMegabytes} MB to try it: it is read like the agency’s address, and nothing is published`,
    ...guard('decide'),
    request: {
      params: feedName,
      query: z.object({
        file: z.string().max(200).optional().openapi({ description: 'Name of the file, for display.' }),
      }),
      body: {
        content: { [uploadType]: { schema: z.string().openapi({ type: 'string', format: 'binary' }) } },
        required: true,
      },
    },
    responses: answers('Received; it is read next.', AnswerSchema),
  });
  app.openapi(put, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    if (c.req.header('content-type') === undefined)
      throw new ApiError('wrong_type', `The body must be ${uploadType}.`);
    if (agency.sentAt !== null) throw refusedIn(uploadWords.sentAlready);
    const former = await uploadOf(agency.name, services.store);
    if (former?.reading === null && former.paths.length > 0) throw refusedIn(uploadWords.isRead);
    if (open.has(agency.name)) throw refusedIn(uploadWords.isOpen);
    if (open.size >= openMax) throw refusedIn(uploadWords.tooMany);
    open.add(agency.name);
    try {
      const file = shownName(c.req.valid('query').file);
      await takeUpload(c.req.raw, { agency, file, actor }, deps);
    } finally {
      open.delete(agency.name);
    }
    services.setups.changed(agency.name);
    deps.wake();
    return c.json(await answerOf(agency, actor, deps), 200);
  });
}

interface Sender {
  agency: SetupRecord;
  file: string;
  actor: Actor;
}

/** Receives the file and keeps it in place of the former one. */
async function takeUpload(
  request: Request,
  { agency: { name: agency }, file, actor }: Sender,
  { services }: ApiParts['deps'],
): Promise<void> {
  const { store, clock } = services;
  const received = await receiveUpload(request, services);
  if (!received.ok) throw notReceived(received.why);
  const { file: copy, bytes } = received;
  try {
    await forgetUpload(agency, services);
    const upload = {
      ...{ agency, file, bytes, paths: [], reading: null },
      ...{ uploadedAt: clock.now(), uploadedBy: authorOf(actor) },
    };
    // Stored before the file is kept: after a crash in between, the file is still deleted in time.
    await saveUpload(upload, store);
    await copy.keep(receivedPath(agency));
    await saveUpload({ ...upload, paths: [receivedPath(agency)] }, store);
  } catch (error) {
    await copy.discard();
    throw error;
  }
  const by = { at: clock.now(), author: authorOf(actor), subject: agency };
  await store.audit.add({ ...by, action: 'agency.upload', data: { bytes } });
}

function notReceived(why: 'too_large' | 'empty' | 'cut'): ApiError {
  if (why !== 'too_large') return refusedIn(uploadWords[why]);
  const { sr, en } = uploadWords.tooLarge(uploadMegabytes);
  return new ApiError('too_large', en, {
    details: [
      { path: 'sr', message: sr },
      { path: 'en', message: en },
    ],
  });
}

/** The name without folders and control characters. */
function shownName(name = ''): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim();
}

function addRemove(app: Api, { deps, guard }: ApiParts): void {
  const remove = createRoute({
    method: 'delete',
    path,
    summary: 'Delete the uploaded file and what was read of it',
    ...guard('decide'),
    request: { params: feedName },
    responses: answers('It is gone.', AnswerSchema),
  });
  app.openapi(remove, async (c) => {
    const actor = c.get('actor');
    const agency = await agencyNamed(c.req.valid('param').name, actor, deps);
    await forgetUpload(agency.name, deps.services);
    deps.services.setups.changed(agency.name);
    return c.json(await answerOf(agency, actor, deps), 200);
  });
}

async function answerOf(
  agency: SetupRecord,
  actor: Actor,
  deps: ApiParts['deps'],
): Promise<z.input<typeof AnswerSchema>> {
  const upload = await uploadOf(agency.name, deps.services.store);
  return { upload: upload === null ? null : await uploadDocument(upload, agency, actor, deps) };
}
