// Leaving the form for a post: back to where it was opened, with the keyboard at the post.
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** The post that was written, 0 for none; undefined when nobody has just left the form. */
let returnedFrom: number | undefined

/** Goes back to where the form was opened; to the feed if that was another page. */
export function useLeaveEditor(search: { topic?: string }): (postId: number) => void {
  const router = useRouter()
  const navigate = useNavigate()
  return (postId) => {
    returnedFrom = postId
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/portal/member/social', search, replace: true })
  }
}

/** The next screen takes the focus. */
export function noteReturn(): void {
  returnedFrom = 0
}

/** On a screen with posts: the focus goes to the post that was changed, otherwise to the heading. */
export function useFocusAfterEditor(heading: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || returnedFrom === undefined) return
    const post = document.querySelector<HTMLElement>(`[data-post="${returnedFrom}"]`)
    returnedFrom = undefined
    ;(post ?? heading.current)?.focus({ preventScroll: true })
  }, [heading, isReady])
}
