/** Folders of one test: gone when it has ended. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A copy of a shipped model, in a folder of its own. */
export function copyOfModel(name) {
  const folder = temporaryFolder();
  const model = join(folder, 'model');
  cpSync(join(dist, 'models', name), model, { recursive: true });
  return { folder, model };
}

/** Writes into a model's config.json which files its tokenizers have; undefined: it says nothing of them. */
export function listTokenizers(model, tokenizer_files) {
  const path = join(model, 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...config, tokenizer_files }));
}

/** Puts into a model's folder a link to what lies outside of it; gives the sentence that refuses to follow it. */
export function linkOutside(model, name) {
  const secret = join(temporaryFolder(), 'id_ed25519');
  writeFileSync(secret, 'a key');
  const link = join(model, name);
  rmSync(link, { force: true });
  symlinkSync(secret, link);
  return `glassformer: ${link} is a link to ${secret}, expected a file of that folder, or of Hugging Face's ../../blobs`;
}
