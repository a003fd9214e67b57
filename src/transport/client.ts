import ky from 'ky'

/** Retries belong to the loop alone, every status is an answer, and no redirect is followed. */
export const client = ky.create({
  retry: 0,
  throwHttpErrors: false,
  timeout: false,
  redirect: 'manual',
  cache: 'no-store',
})
