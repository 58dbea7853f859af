/**
 * The program `npm run replace-secret [Application]`, for an operator who has lost a secret. It needs the catalog itself:
 * there is no way to do this over the network. A running service is not disturbed, and notices within a second.
 */
import { failureText } from './base/start-problem.js';
import { readConfig } from './config.js';
import { replaceSecret } from './provision/replace-secret.js';
import { openCatalogOf } from './stages/open-stores.js';

const usage = 'Usage: npm run replace-secret [<ID or unique name of an Application>]';

const [wanted, ...more] = process.argv.slice(2);
if (more.length > 0 || wanted?.startsWith('-')) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
try {
  const catalog = await openCatalogOf(readConfig(process.env), { mustExist: true });
  try {
    const { application, secret } = await replaceSecret(catalog, wanted);
    process.stdout.write(`
The new secret of the Application "${application.uniqueName}" is shown only now:
  client ID      ${application.id}
  client secret  ${secret}

Its earlier secrets and all tokens that were requested with them are no longer valid.
`);
  } finally {
    await catalog.close();
  }
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
}
