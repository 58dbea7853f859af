import { href } from '../routing/href.js';

/** The Markdown files of the repository that are docs, each loaded when it is read. */
const files = {
  ...import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default' }),
  ...import.meta.glob<string>(['../../../README.md', '../../../SECURITY.md', '../../../client/README.md'], {
    query: '?raw',
    import: 'default',
  }),
};

/** `intake` for docs/intake.md, `client-readme` for client/README.md. */
const pageOf = (file: string) =>
  file
    .replace(/^(?:\.\.\/)+(?:docs\/)?/, '')
    .replace(/\.md$/, '')
    .replace('SECURITY', 'security-policy')
    .replaceAll('/', '-')
    .toLowerCase();

export const docsFiles: ReadonlyMap<string, () => Promise<string>> = new Map(
  Object.entries(files).map(([file, load]) => [pageOf(file), load]),
);

const fileOf = new Map(Object.keys(files).map((file) => [pageOf(file), file]));

/** Where a link in the docs leads: to another page of them, to a heading of this one, or out. */
export function docsLink(page: string, link: string): string {
  if (/^[a-z]+:/.test(link)) return link;
  const [file = '', at = ''] = link.split('#');
  const own = fileOf.get(page) ?? '';
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  const target = file === '' ? page : pageOf(normalized(`${folder}${file}`));
  return docsFiles.has(target) ? href('/docs/$page', { page: target, at }) : '';
}

/** Without the folders that `..` leaves again. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  return parts.join('/');
}
