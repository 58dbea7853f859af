import { openEmbedded } from './support/engines.js';
const { engine, close } = await openEmbedded();
const limits = { timeoutMs: 60000, threadsMax: 1 };
await engine.command({text:'CREATE DATABASE d', parameters:{}});
await engine.command({text:`CREATE TABLE d.m (at DateTime64(3,'UTC'), tenant String, region LowCardinality(String), amount Int64, _weir_request UUID) ENGINE=MergeTree ORDER BY at`, parameters:{}});
await engine.command({text:`INSERT INTO d.m SELECT toDateTime64('2026-01-01',3,'UTC') + number/4, 'tenant' || toString(cityHash64(number) % 50), ['eu','us','as'][number % 3 + 1], number % 1000, generateUUIDv4() FROM numbers(3000000)`, parameters:{}}, 120000);
const T = `at >= toDateTime64('2026-01-03',3,'UTC') AND at < toDateTime64('2026-01-08',3,'UTC')`;
const src = `(SELECT at, tenant, region, amount, _weir_request FROM d.m WHERE (tenant = {t:String}))`;
const forms: Record<string, (sel: string, more: string, tail: string) => string> = {
 hand: (sel, more, tail) => `SELECT ${sel} FROM d.m WHERE ${T}${more} AND (tenant = {t:String})${tail}`,
 policy: (sel, more, tail) => `SELECT ${sel} FROM ${src} WHERE ${T}${more}${tail}`,
 merged: (sel, more, tail) => `SELECT ${sel} FROM ${src} WHERE ${T}${more}${tail} SETTINGS query_plan_merge_filters = 1`,
};
const asks: [string,string,string,string][] = [['counter','sum(amount)','',''],['filtered','sum(amount)'," AND region = 'eu'",''],['leaderboard','region, sum(amount)','',' GROUP BY region'],['grid','at, amount, _weir_request','',' ORDER BY at DESC, _weir_request DESC LIMIT 100']];
const time = async (text: string) => { const s = process.hrtime.bigint(); await engine.query({ id:'QRYX', statement:{text, parameters:{t:'tenant7'}}, limits}); return Number(process.hrtime.bigint()-s)/1e6; };
for (const [name, sel, more, tail] of asks) {
  const best: Record<string, number[]> = {hand:[],policy:[],merged:[]};
  for (let i=0;i<40;i++) for (const k of Object.keys(forms)) best[k].push(await time(forms[k](sel, more, tail)));
  const q = (x:number[]) => x.sort((a,b)=>a-b)[4];
  console.log(name, Object.entries(best).map(([k,v]) => `${k} ${q(v).toFixed(1)}`).join('  '), 'policy/hand', (q(best.policy)/q(best.hand)).toFixed(2), 'merged/hand', (q(best.merged)/q(best.hand)).toFixed(2));
}
await close();
