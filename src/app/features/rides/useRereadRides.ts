// After a ride was written, both lists and the member's pictures are read again.
import { useQueryClient } from '@tanstack/react-query'
import { pagesName } from '../../call/usePagedRead.ts'

export function useRereadRides(): () => void {
  const client = useQueryClient()
  return () => {
    for (const name of ['get_member_rides', pagesName('get_all_member_rides'), 'get_member_media']) {
      void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    }
  }
}
