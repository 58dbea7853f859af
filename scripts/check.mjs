/** Runs the checks that do not need each other at the same time, and prints what each has to say when it ends. */
import { execFile } from 'node:child_process';

const checks = ['check:types', 'check:style', 'check:structure', 'check:dead'];

for (const check of checks) {
  execFile('npm', ['run', '--silent', check], (error, stdout, stderr) => {
    if (error) process.exitCode = 1;
    process.stdout.write(`${check} ${error ? 'failed' : 'passed'}\n${stdout}${stderr}`);
  });
}
