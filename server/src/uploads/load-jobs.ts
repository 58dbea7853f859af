import type { Principal } from '../base/principal.js';
import type { Job } from '../catalog/job.js';
import type { StoredFile } from '../catalog/stored-file.js';

/** The jobs that load uploaded files. */
export interface LoadJobs {
  create(caller: Principal, dataPoolId: string, file: StoredFile, fileName: string | null): Promise<Job>;
  findById(environmentId: string, id: string): Promise<Job | undefined>;
  /** The job that was created for a file, by its name in the store. */
  findByFile(environmentId: string, dataPoolId: string, storedAs: string): Promise<Job | undefined>;
  /** The names of the files that unfinished jobs need. */
  openFiles(): Promise<ReadonlySet<string>>;
}
