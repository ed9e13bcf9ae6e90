/**
 * List prices in US dollars of 2026-11-23, for `us-central1`, without free quotas. Those of Cloud Run were read on
 * their page on that day; the others are what their pages said when last seen. Those of Replicate's models are the
 * backend's.
 */
const MILLION = 1_000_000;
const GIB = 2 ** 30;
const GB = 1e9;

/** 2nd-generation functions are billed as Cloud Run services, by request. https://cloud.google.com/run/pricing */
export const FUNCTIONS = { vcpuSecond: 0.000024, gibSecond: 0.0000025, invocation: 0.4 / MILLION };
/** https://cloud.google.com/firestore/pricing */
export const FIRESTORE = { read: 0.03 / 100_000, write: 0.09 / 100_000, delete: 0.01 / 100_000 };
/**
 * Storage of a month, and bytes that leave Google. Operations, about a dozen a restore, are below a hundredth of a
 * cent. https://cloud.google.com/storage/pricing
 */
export const STORAGE = { byteMonth: 0.02 / GIB, byteServed: 0.12 / GIB };
/** https://firebase.google.com/pricing */
export const HOSTING = { byteServed: 0.15 / GB };
/** Adding a task is one operation, and each attempt another. https://cloud.google.com/tasks/pricing */
export const TASKS = { operation: 0.4 / MILLION };
