import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The embedded engine's configuration. Its only user has three roles and nothing else. Every statement runs as one of them.
 * The reader can only SELECT. Neither it nor the writer has a grant on any SOURCE (files, URLs, other servers), so table
 * functions that leave the data directory never work for them. The loader can read files, and insert what it reads.
 */
export interface HostFiles {
  readonly enginePath: string;
  readonly configFile: string;
}

export const embeddedReaderRole = 'weir_reader';
export const embeddedWriterRole = 'weir_writer';
export const embeddedLoaderRole = 'weir_loader';

const privateDirectoryMode = 0o700;
const privateFileMode = 0o600;
const markCacheBytesMax = 128 * 1024 * 1024;
/** With less space than this the engine starts no insert or merge, so that those in progress have space to finish. */
export const keptFreeBytes = 32 * 1024 * 1024;
/** The engine refuses to start with more; but Weir says what is missing, and goes on with the rest. */
const brokenPartsMax = 1_000_000;
const brokenPartBytesMax = 1024 ** 5;
/**
 * With less, nothing is merged, and the engine is not started: it could not write what it replays, nor a definition that changes.
 */
export const startFreeBytesMin = 2 * keptFreeBytes;

/** One query may take at most this share of the engine's memory, so that one cannot starve the rest. */
const queryMemoryShareMax = 0.5;

export function writeHostFiles(directory: string, memoryBytesMax: number): HostFiles {
  const enginePath = join(directory, 'engine');
  const configDirectory = join(directory, 'engine-config');
  for (const path of [directory, enginePath, configDirectory]) {
    mkdirSync(path, { recursive: true, mode: privateDirectoryMode });
  }
  const usersFile = join(configDirectory, 'users.xml');
  const configFile = join(configDirectory, 'config.xml');
  writeFileSync(usersFile, usersXml(memoryBytesMax), { mode: privateFileMode });
  writeFileSync(configFile, configXml(usersFile, memoryBytesMax), { mode: privateFileMode });
  return { enginePath, configFile };
}

function configXml(usersFile: string, memoryBytesMax: number): string {
  return `<clickhouse>
  <users_config>${escapeXml(usersFile)}</users_config>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${memoryBytesMax}</max_server_memory_usage>
  <mark_cache_size>${markCacheBytesMax}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <background_pool_size>2</background_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <storage_configuration><disks><default>
    <keep_free_space_bytes>${keptFreeBytes}</keep_free_space_bytes>
  </default></disks></storage_configuration>
  <merge_tree>
    <max_suspicious_broken_parts>${brokenPartsMax}</max_suspicious_broken_parts>
    <max_suspicious_broken_parts_bytes>${brokenPartBytesMax}</max_suspicious_broken_parts_bytes>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
</clickhouse>
`;
}

function usersXml(memoryBytesMax: number): string {
  const queryMemoryBytesMax = Math.floor(memoryBytesMax * queryMemoryShareMax);
  return `<clickhouse>
  <profiles>
    <default>
      <max_memory_usage>${queryMemoryBytesMax}</max_memory_usage>
      <constraints>
        <max_memory_usage><min>1</min><max>${queryMemoryBytesMax}</max></max_memory_usage>
        <allow_introspection_functions><readonly/></allow_introspection_functions>
      </constraints>
    </default>
  </profiles>
  <quotas><default/></quotas>
  <roles>
    <${embeddedReaderRole}>
      <grants>
        <query>GRANT SELECT ON *.*</query>
        <query>REVOKE SELECT ON system.*</query>
        <query>REVOKE SELECT ON information_schema.*</query>
      </grants>
    </${embeddedReaderRole}>
    <${embeddedWriterRole}>
      <grants>
        <query>GRANT SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, DROP, TRUNCATE, OPTIMIZE, CHECK, SYSTEM MERGES, KILL QUERY ON *.*</query>
      </grants>
    </${embeddedWriterRole}>
    <${embeddedLoaderRole}>
      <grants>
        <query>GRANT SELECT, INSERT ON *.*</query>
        <query>REVOKE SELECT ON system.*</query>
        <query>REVOKE SELECT ON information_schema.*</query>
        <query>GRANT CREATE TEMPORARY TABLE ON *.*</query>
        <query>GRANT READ ON FILE</query>
      </grants>
    </${embeddedLoaderRole}>
  </roles>
  <users>
    <default>
      <password/>
      <networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT ${embeddedReaderRole}, ${embeddedWriterRole}, ${embeddedLoaderRole}</query>
      </grants>
    </default>
  </users>
</clickhouse>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
