/** Returns the bytes behind a stored picture's URL. @throws Error if they cannot be had */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await (signal ? fetch(url, { signal }) : fetch(url));
  if (!response.ok) throw new Error(`A stored picture could not be fetched: HTTP ${response.status}`);
  return response.blob();
}
