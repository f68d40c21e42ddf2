import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const heartbeatMs = 5_000;
const staleAfterMs = 60_000;
const pollMs = 250;

/**
 * Runs `work` while holding a lock file, so that two commands started at once install one after the other.
 * A lock is taken over when its process is gone, or when its heartbeat has stopped for a minute.
 *
 * @template T
 * @param {string} path The lock file; its folder must exist.
 * @param {{ onWait: (owner: number) => void }} options `onWait` is called once, with the other process's id.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(path, { onWait }, work) {
  const token = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token });
  let hasWaited = false;
  while (!tryCreate(path, content)) {
    const lock = readLock(path);
    if (lock === undefined) continue;
    if (isStale(lock)) {
      removeStale(path, lock);
      continue;
    }
    if (!hasWaited) onWait(lock.pid);
    hasWaited = true;
    await delay(pollMs);
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readLock(path)?.token === token) rmSync(path, { force: true });
  }
}

/** @typedef {{ pid: number, host: string, token: string, ageMs: number }} Lock */

/**
 * @param {string} path
 * @param {string} content
 */
function tryCreate(path, content) {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {Lock | undefined} `undefined` when the lock is gone.
 */
function readLock(path) {
  try {
    const ageMs = Date.now() - statSync(path).mtimeMs;
    const text = readFileSync(path, 'utf8');
    // A lock that was created and not yet written, or cut short by a full disk, ages out like any other.
    const { pid = 0, host = '', token = '' } = text.endsWith('}') ? JSON.parse(text) : {};
    return { pid, host, token, ageMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @param {Lock} lock */
function isStale(lock) {
  if (lock.ageMs > staleAfterMs) return true;
  return lock.host === hostname() && !isAlive(lock.pid);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/**
 * Moves the lock aside before deleting it: of several processes that found it stale one succeeds, and a fresh
 * lock that was taken by mistake is put back.
 *
 * @param {string} path
 * @param {Lock} stale
 */
function removeStale(path, stale) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readLock(aside)?.token === stale.token) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch (error) {
    // The lock was taken over while this machine slept: npm decides which install ends well.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
